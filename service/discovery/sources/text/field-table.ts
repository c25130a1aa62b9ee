import type {Mention} from '../endpoint-drafts.ts';
import {endpointMethod} from '../endpoint-drafts.ts';
import {mentionedEndpoints, templateOfAddress} from './mentioned-endpoint.ts';
import {plainText} from './sentences.ts';

export type Table = {header: string[]; rows: Array<{cells: string[]; line: number}>};

const column = (header: readonly string[], look: RegExp): number => header.findIndex(name => look.test(name.trim()));

/** Operations of a table with a method and a path; empty for another table. */
export function endpointsOfTable({header, rows}: Table): Mention[] {
	const method = column(header, /^(?:method|verb|http method)$/i);
	const path = column(header, /^(?:endpoint|url|uri|route|path|resource|request)$/i);
	if (path < 0) return [];
	const words = column(header, /^(?:summary|description|purpose|what|meaning|does|notes?)$/i);
	const statuses = column(header, /^(?:status(?:es)?|status codes?|codes?|responses?|returns|answers?)$/i);
	return rows.flatMap(({cells, line}): Mention[] => {
		const [named] = mentionedEndpoints(cells[path] ?? '');
		const plainMethod = method < 0 ? null : endpointMethod(plainText(cells[method] ?? ''));
		const address = named ?? templateOfAddress(plainText(cells[path] ?? ''));
		const verb = named?.method ?? plainMethod;
		if (!address || !verb) return [];
		const summary = words < 0 ? null : plainText(cells[words] ?? '') || null;
		const codes = statuses < 0 ? [] : [...(cells[statuses] ?? '').matchAll(/\b([1-5]\d\d)\b/g)].map(([code]) => code);
		return [
			{
				method: verb,
				path: address.path,
				line,
				summary,
				query: address.query,
				answers: [...new Set(codes)].slice(0, 20).map(status => ({status})),
			},
		];
	});
}

/** Fields of a table with name, type and required, for the operation it stands below; null for another table. */
export function fieldsOfTable(
	{header, rows}: Table,
	method: string,
	path: string,
): Pick<Mention, 'bodySchema' | 'query'> | null {
	const name = column(header, /^(?:name|field|parameter|param|property|attribute|key)s?$/i);
	const type = column(header, /^(?:type|data type|kind|format)$/i);
	const needed = column(header, /^(?:required|mandatory|optional|needed)\??$/i);
	if (name < 0 || (type < 0 && needed < 0)) return null;
	const place = column(header, /^(?:in|place|location|where)$/i);
	const words = column(header, /^(?:description|meaning|notes?|comment)$/i);
	const isOptionalColumn = needed >= 0 && /optional/i.test(header[needed]!);
	const properties: Record<string, unknown> = {};
	const required: string[] = [];
	const query: NonNullable<Mention['query']>[number][] = [];
	for (const {cells} of rows) {
		const field = /^"?([A-Za-z_][\w.[\]-]{0,100})"?/.exec(plainText(cells[name] ?? ''))?.[1];
		if (field === undefined || path.includes(`{${field}}`)) continue;
		const description = words < 0 ? '' : plainText(cells[words] ?? '').slice(0, 200);
		const schema = {...schemaOf(plainText(cells[type] ?? '')), ...(description === '' ? {} : {description})};
		const said = plainText(cells[needed] ?? '');
		const isRequired = needed >= 0 && /^(?:yes|true|required|mandatory|x|✓|✔|✅|y|1)/i.test(said) !== isOptionalColumn;
		const where =
			place < 0
				? method === 'GET' || method === 'DELETE'
					? 'query'
					: 'body'
				: plainText(cells[place] ?? '').toLowerCase();
		if (where.startsWith('query')) query.push({name: field, value: null, required: isRequired, schema});
		else if (where.startsWith('body') || where === '' || where === 'form') {
			if (Object.keys(properties).length >= 300) continue;
			properties[field] = schema;
			if (isRequired) required.push(field);
		}
	}
	if (Object.keys(properties).length === 0 && query.length === 0) return null;
	return {
		query,
		...(Object.keys(properties).length === 0
			? {}
			: {bodySchema: {type: 'object', properties, ...(required.length > 0 ? {required} : {})}}),
	};
}

const types: ReadonlyArray<readonly [RegExp, object]> = [
	[/^(?:string|text|varchar|char)\b/i, {type: 'string'}],
	[/^(?:int|integer|long|bigint)\b/i, {type: 'integer'}],
	[/^(?:number|float|double|decimal)\b/i, {type: 'number'}],
	[/^bool/i, {type: 'boolean'}],
	[/^(?:array|list)\b|\[\]$/i, {type: 'array', items: {}}],
	[/^(?:object|map|json)\b/i, {type: 'object'}],
	[/^(?:uuid|guid)\b/i, {type: 'string', format: 'uuid'}],
	[/^e-?mail\b/i, {type: 'string', format: 'email'}],
	[/^(?:date-?time|timestamp|datetime)\b/i, {type: 'string', format: 'date-time'}],
	[/^date\b/i, {type: 'string', format: 'date'}],
	[/^(?:url|uri)\b/i, {type: 'string', format: 'uri'}],
];

const schemaOf = (type: string): object => types.find(([look]) => look.test(type))?.[1] ?? {};
