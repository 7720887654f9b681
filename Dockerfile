# An image with keelson, its examples, schemas and templates: docker build --tag keelson . in a checkout.
FROM node:22.20.0-alpine3.22 AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && npm pack --ignore-scripts --pack-destination /tmp
# The package with what it needs to run, and nothing that only builds or tests it.
RUN mkdir /app && tar -xzf /tmp/keelson-*.tgz -C /app --strip-components 1 && cp package-lock.json /app/
WORKDIR /app
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm package-lock.json

FROM node:22.20.0-alpine3.22
COPY --from=build /app /opt/keelson
RUN ln -s /opt/keelson/dist/main.js /usr/local/bin/keelson
USER node
WORKDIR /home/node
# No entry point: jobs of a pipeline and pods start a shell of their own.
CMD ["keelson", "--help"]
