import fastify from 'fastify';

/** Lower bound for `/api/buycard/`: a bare Fastify route with the same bytes in request and response. */
const answer = {
  status: true,
  message: 'Your request is being processed. We will notify you.',
  reference: 'NL0000000000000000',
  transaction_status: 'Pending',
};
const server = fastify();
server.post('/api/buycard/', () => answer);
server.get('/readyz', () => answer);
await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => process.exit(0));
