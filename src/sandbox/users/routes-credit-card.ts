import { requireAdmin } from '../http/request-context.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { userNamed } from './records.ts';

const text = { type: 'string', required: true } as const;

export const userCreditCardRoutes = [
  // PUT /user/:user_id/credit_card_validation: administrators; the card itself is never shown again (18.9).
  route({
    method: 'PUT',
    path: '/user/:user_id/credit_card_validation',
    params: {
      credit_card_validated_at: { type: 'datetime', required: true },
      credit_card_expiration_month: { type: 'integer', required: true },
      credit_card_expiration_year: { type: 'integer', required: true },
      credit_card_holder_name: text,
      credit_card_mask_number: text,
      credit_card_type: text,
    },
    access: (context, args) => {
      requireAdmin(context);
      return userNamed(context, args.user_id);
    },
    handle: ({ args, subject }) => ok({ user_id: subject.id, credit_card_validated_at: args.credit_card_validated_at }),
  }),
];
