import type {FastifyInstance} from 'fastify';
import * as z from 'zod';
import {homePage, type Release} from './home-page.ts';

const released = z.strictObject({release: z.literal([1, 2])});

/**
 * The website of the shop at `/`, and the switch that puts another release of it online. Neither belongs to the API:
 * its document does not name them.
 */
export function addWebsite(server: FastifyInstance): void {
	let release: Release = 1;
	server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(homePage(release)));
	server.put('/website', (request, reply) => {
		const asked = released.safeParse(request.body);
		if (!asked.success)
			return reply.code(400).send({error: {code: 'invalid_input', message: 'There are releases 1 and 2.'}});
		({release} = asked.data);
		return {release};
	});
}
