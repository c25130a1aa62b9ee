import type {DocFormat} from '../../contract/document.ts';
import {isObject} from '../../source/documents/document-value.ts';

/** Format of a document by what it says; null: JSON or YAML of a kind that is not known. */
export function formatOfValue(value: unknown): DocFormat | null {
	if (!isObject(value)) return null;
	if (/^3\.[01](?:\.|$)/.test(String(value['openapi'] ?? ''))) return 'openapi3';
	if (String(value['swagger'] ?? '') === '2.0' || value['swagger'] === 2) return 'swagger2';
	const {info, item, log} = value;
	if (
		isObject(info) &&
		Array.isArray(item) &&
		/getpostman\.com|postman/i.test(`${info['schema']}${info['_postman_id']}`)
	)
		return 'postman';
	if (isObject(log) && Array.isArray(log['entries'])) return 'har';
	const data = isObject(value['data']) ? value['data'] : value;
	return isObject(data['__schema']) ? 'graphql' : null;
}

/** Whether a text is a GraphQL schema: it begins with one of its definitions, comments aside. */
export const isGraphqlText = (text: string): boolean =>
	/^(?:schema\s{0,20}[@{]|(?:extend\s{1,20})?(?:type|interface|input|enum|union|scalar)\s{1,20}\w{1,200}\s{0,20}[@{=]|(?:extend\s{1,20})?type\s{1,20}\w{1,200}\s{1,20}implements\b|scalar\s{1,20}\w|directive\s{1,20}@)/.test(
		text.slice(afterRemarks(text.slice(0, 20_000))).slice(0, 1000),
	);

/** Where a text begins behind blanks, `#` comments and descriptions in quotes; found in one pass. */
function afterRemarks(text: string): number {
	let place = 0;
	for (;;) {
		while (place < text.length && /\s/.test(text[place]!)) place++;
		const isBlock = text.startsWith('"""', place);
		const end = isBlock
			? text.indexOf('"""', place + 3)
			: text[place] === '#'
				? text.indexOf('\n', place)
				: text[place] === '"'
					? text.indexOf('"', place + 1)
					: -1;
		if (end < 0) return place;
		place = end + (isBlock ? 3 : 1);
	}
}

/** Whether a text is meant to be JSON or YAML of an API description, although it may be broken. */
export const looksLikeDescription = (text: string): boolean =>
	/^\s*(?:\{|\[\s*[\]{"\d])/.test(text) || /^["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 200_000));

/** Whether a text is a web page: what a browser shows in place of a document, or an error page. */
export const isHtml = (text: string): boolean =>
	/^\s{0,200}(?:<!doctype html|<html|<head|<body)\b/i.test(text.slice(0, 1000));
