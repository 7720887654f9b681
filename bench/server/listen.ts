import { createServer, type RequestListener } from 'node:http';

/** Starts an HTTP server on the loopback interface, and says where. */
export function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  // Answers go out at once: what waits for more to send is no part of what is measured.
  server.on('connection', (socket) => {
    socket.setNoDelay(true);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}
