/** What is said of anything that is not there, or not for the caller (POST /api/graphql, 18.9). */
export const unavailable =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";
