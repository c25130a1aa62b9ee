import type * as z from 'zod';
import type {Input, Operation} from './operation.ts';
import {ShopError} from './shop-error.ts';

/** `['items', 0, 'productId']` as people write it: `items[0].productId`. */
function fieldName(path: readonly PropertyKey[]): string {
	return path.reduce<string>((name, part) => {
		if (typeof part === 'number') return `${name}[${part}]`;
		return name === '' ? String(part) : `${name}.${String(part)}`;
	}, '');
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
	if (schema === undefined) return undefined;
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const unknownKey = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	const field = fieldName([...(issue?.path ?? []), ...(unknownKey === undefined ? [] : [unknownKey])]) || where;
	throw new ShopError({
		status: 400,
		code: 'invalid_input',
		message: `${field}: ${issue?.message ?? 'invalid'}.`,
		field,
	});
}

/** Checks what came in against the operation's schemas; the first thing that is wrong is a 400 that names its field. */
export function parseInput(
	operation: Operation,
	raw: {params: unknown; query: unknown; body: unknown},
): Input<unknown, unknown, unknown> {
	return {
		params: parse(operation.params, raw.params, 'path'),
		query: parse(operation.query, raw.query, 'query'),
		body: parse(operation.body, raw.body, 'body'),
	};
}
