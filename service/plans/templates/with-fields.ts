import type {Body, Value, Values} from '../recipe.ts';

/** A body with some of its fields. */
export function withFields(body: Body, pointer: string, names: readonly string[]): Body {
	if (!('value' in body) || body.value.is !== 'object') return body;
	const pick = (fields: Values) => Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
	if (pointer === '$') return {contentType: body.contentType, value: {is: 'object', fields: pick(body.value.fields)}};
	const [[key, inner] = ['', {is: 'object', fields: {}} as Value]] = Object.entries(body.value.fields);
	const fields = inner.is === 'object' ? pick(inner.fields) : {};
	return {contentType: body.contentType, value: {is: 'object', fields: {[key]: {is: 'object', fields}}}};
}
