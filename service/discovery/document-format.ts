import type {DocFormat} from '../../source/contract/document.ts';
import {isObject} from './document-value.ts';

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
	/^(?:\s|#[^\n]*\n|"""[\s\S]*?"""|"[^"\n]*")*(?:schema\s*[@{]|(?:extend\s+)?(?:type|interface|input|enum|union|scalar)\s+\w+\s*[@{=]|(?:extend\s+)?type\s+\w+\s+implements\b|scalar\s+\w+|directive\s+@)/.test(
		text.slice(0, 20_000),
	);

/** Whether a text is meant to be JSON or YAML of an API description, although it may be broken. */
export const looksLikeDescription = (text: string): boolean =>
	/^\s*[[{]/.test(text) || /^["']?(?:openapi|swagger)["']?\s*:/m.test(text.slice(0, 200_000));
