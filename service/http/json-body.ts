import type {FastifyInstance} from 'fastify';
import {unreadableBody} from './error-answer.ts';

/** Accepts JSON bodies only. An empty body counts as none, whatever its content type says. */
export function acceptJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	// Keys that would reach an object's prototype are dropped like every other unknown key.
	const parse = app.getDefaultJsonParser('remove', 'remove');
	app.addContentTypeParser('application/json', {parseAs: 'string'}, (request, body, done) => {
		const text = body as string;
		if (text.trim() === '') return done(null, undefined);
		parse(request, text, (error, value) => {
			if (error) return done(unreadableBody('not_json', 'The request body is not valid JSON.'));
			if (text.includes('\\u0000') && holdsNul(value))
				return done(unreadableBody('invalid', 'The request body contains the character U+0000.'));
			done(null, value);
		});
	});
}

/** The store cuts text at U+0000, so such text would come back different from what was sent. */
function holdsNul(value: unknown): boolean {
	const open = [value];
	while (open.length > 0) {
		const next = open.pop();
		if (typeof next === 'string' && next.includes('\0')) return true;
		if (typeof next === 'object' && next !== null) open.push(...Object.keys(next), ...Object.values(next));
	}
	return false;
}
