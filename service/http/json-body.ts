import type {FastifyInstance} from 'fastify';
import {unreadableBody} from './error-answer.ts';

/** Accepts JSON bodies only. An empty body counts as none, whatever its content type says. */
export function acceptJsonBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	// Keys that would reach an object's prototype are dropped like every other unknown key.
	const parse = app.getDefaultJsonParser('remove', 'remove');
	app.addContentTypeParser('application/json', {parseAs: 'buffer'}, (request, body, done) => {
		const text = decoded(body as Buffer);
		if (text === null) return done(unreadableBody('not_json', 'The request body is not valid UTF-8.'));
		if (text.trim() === '') return done(null, undefined);
		if (isTooDeep(text))
			return done(
				unreadableBody('too_deep', `The request body nests more than ${deepest} objects and lists into each other.`),
			);
		parse(request, text, (error, value) => {
			if (error) return done(unreadableBody('not_json', 'The request body is not valid JSON.'));
			if (mayBeUnstorable.test(text) && holdsUnstorable(value))
				return done(unreadableBody('invalid', 'The request body contains the character U+0000, or half of one.'));
			done(null, value);
		});
	});
}

/** More than any document of the contract needs; what walks a value later does so by calling itself. */
const deepest = 128;

/** Whether a JSON text nests deeper than `deepest`; brackets inside texts do not count. Linear in its length. */
function isTooDeep(text: string): boolean {
	let depth = 0;
	let isText = false;
	for (let at = 0; at < text.length; at++) {
		const sign = text.charCodeAt(at);
		if (isText) {
			if (sign === backslash) at++;
			else if (sign === quote) isText = false;
		} else if (sign === quote) isText = true;
		else if (sign === openBracket || sign === openBrace) {
			if (++depth > deepest) return true;
		} else if (sign === closeBracket || sign === closeBrace) depth--;
	}
	return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [...'"\\[]{}'].map(sign =>
	sign.charCodeAt(0),
);

/** The text of a body; null when it is not UTF-8: other bytes would be stored as something that nobody has sent. */
function decoded(body: Buffer): string | null {
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(body);
	} catch {
		return null;
	}
}

/** Escapes of U+0000 and of surrogates; the text itself can hold neither. */
const mayBeUnstorable = /\\u(?:0000|d[89a-f])/i;
/** Half a character matches only when its other half does not follow. */
const unstorable = /\0|\p{Surrogate}/u;

/** The store cuts text at U+0000 and replaces half a character: such text would come back different from what was sent. */
function holdsUnstorable(value: unknown): boolean {
	const open = [value];
	while (open.length > 0) {
		const next = open.pop();
		if (typeof next === 'string' && unstorable.test(next)) return true;
		if (typeof next === 'object' && next !== null) open.push(...Object.keys(next), ...Object.values(next));
	}
	return false;
}

/** The object without the keys whose value is undefined. */
export function defined<T extends object>(values: T): Partial<T> {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
