// Values that no route asks for, and good ones to put them into.

/** A value that a schema of the document allows. Lists have one entry; what need not be there is there. */
export function sampleOf(schema, depth = 0) {
	if (schema === undefined || depth > 8) return 'x';
	if ('const' in schema) return schema.const;
	if (schema.enum) return schema.enum[0];
	const choice = schema.anyOf ?? schema.oneOf;
	if (choice) return sampleOf(choice[0], depth + 1);
	if (schema.allOf) return Object.assign({}, ...schema.allOf.map(one => sampleOf(one, depth + 1)));
	switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
		case 'object':
			return Object.fromEntries(
				Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sampleOf(one, depth + 1)]),
			);
		case 'array':
			return [sampleOf(schema.items, depth + 1)];
		case 'integer':
		case 'number':
			return schema.minimum ?? 1;
		case 'boolean':
			return true;
		case 'null':
			return null;
		default:
			return schema.format === 'uri' ? 'http://127.0.0.1:9/' : 'x'.repeat(Math.max(1, schema.minLength ?? 1));
	}
}

/** JSON text that nests: lists, objects, or both, not closed. */
export const nested = (kind, depth) =>
	kind === 'lists'
		? '['.repeat(depth) + ']'.repeat(depth)
		: kind === 'objects'
			? `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
			: '[{"a":'.repeat(depth);

/** Texts that have broken programs. */
export const texts = [
	'',
	' ',
	'\u0000',
	'\u001b[31m\u0007',
	'\ud800',
	'\u202e\u200b\ufeff',
	'__proto__',
	'constructor',
	'toString',
	'../../../etc/passwd',
	'%00%ff%c0%ae',
	"' OR '1'='1' --",
	'$' + '{jndi:ldap://127.0.0.1/a}',
	'{{7*7}}',
	'NaN',
	'-1',
	'1e999',
	'9007199254740993',
	'null',
	'[object Object]',
	'a'.repeat(300),
	'a'.repeat(70_000),
	'\n\r\t'.repeat(100),
	'('.repeat(3000),
	'*'.repeat(3000),
	'http://[::ffff:127.0.0.1]:99999/',
	'1970-01-01T00:00:00.000Z',
	'2026-02-30T25:61:61Z',
	'PT99999999999H',
	'* * * * * * *',
	'Invalid/Zone',
];

/** Values of a wrong kind, as JSON text. */
export const literals = [
	'null',
	'true',
	'-0',
	'1e400',
	'-1',
	'0.1',
	'99999999999999999999999',
	'""',
	'[]',
	'{}',
	'[null]',
	'[[]]',
	'{"":""}',
	'{"__proto__":{"x":1}}',
	'{"constructor":{"prototype":{"x":1}}}',
	'{"toString":1,"toJSON":1,"then":1}',
	'"\\u0000"',
	'"\\ud800"',
	`[${Array(3000).fill('1').join(',')}]`,
	`{${Array.from({length: 2000}, (_, n) => `"k${n}":${n}`).join(',')}}`,
	nested('lists', 100),
	nested('lists', 200),
	nested('objects', 20_000),
	nested('both', 50_000),
];
