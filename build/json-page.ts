import type * as z from 'zod/mini';
import {createTypeWriter, type TypeWriter} from './contract-types.ts';
import {bare, definitionOf} from './schema-parts.ts';

/** One document that a command has written for one of its examples. */
export type JsonDocument = {
	/** Words of the command. */
	command: string;
	/** The line without `svc`. */
	example: string;
	document: unknown;
	/** What was asked of the service on the way. */
	routes: ReadonlyArray<{method: string; path: string; response: z.ZodMiniType}>;
};

const introduction = `# JSON of the commands

Made from the contract (\`UPDATE_DOCS=1 npx vitest run test/contract/json-page.test.ts\`): every line below is what the command writes
with \`--output json\`, by the schemas that the client and the service share.

## Rules for all of them

- stdout holds exactly one document (two blanks, one final newline), or nothing when the command failed. \`batch watch --stream\` writes
  one object a line; \`completion\` and \`service logs --follow\` are no JSON.
- A **list** is \`{items, nextToken}\`; \`nextToken: null\` ends it, another one goes into \`--starting-token\`. Without \`--page-size\` the
  command has read all pages. Three lists have an older form, because programs rely on it: a test's runs and
  a schedule's fires (\`{runs, nextCursor}\`), and the schedules (\`{schedules}\`). What \`agent\` lists is
  an array: it has no pages.
- **One thing** is that object itself: a test, a run, a batch, a plan.
- **One run** is a \`Run\` (\`test run tst_1 --wait\`, \`test wait run_1\`, \`test cancel run_1\`); before it has ended, the ticket. **Several
  runs** never are a bare array: what was triggered is \`{batchId, accepted, conflicts, deferred, …}\` (\`test run\`, \`test rerun\`,
  \`testlist run\` with several tests), and with \`--wait\` each accepted row has its \`status\`, an
  \`error\` where it did not pass and \`advisories\` where it did and wants a look, with \`summary\` and \`cleanup\` beside them;
  what was named by ids is \`{results, summary}\` (\`test wait\`, \`test delete-batch\`, \`test create-batch\`), a cancel of several the ids by
  what became of them.
- **Names stand beside ids**: \`testId\` with \`name\`, \`testName\`, \`testTitle\` or \`title\`, \`projectId\` with \`projectName\`, wherever the
  caller has not written the id.
- A failure writes one envelope as the last thing on stderr: \`{error: {code, message, nextAction, requestId, details}}\`. With a negative
  answer (a failed run) the document is on stdout as well.
- \`a?\` may be left out, \`| null\` may be null, a list in quotes names the words known today. Read unknown fields and words as
  something new, not as an error. Times are UTC, RFC 3339; durations end in their unit (\`durationMs\`, \`timeoutSeconds\`).

## Commands
`;

/** The page about every command's document. @param names exported names of schemas by the schema */
export function jsonPage(documents: readonly JsonDocument[], names: ReadonlyMap<unknown, string>): string {
	const writer = createTypeWriter(names);
	const byCommand = new Map<string, Map<string, JsonDocument[]>>();
	for (const one of documents) {
		const shapes = byCommand.get(one.command) ?? new Map<string, JsonDocument[]>();
		const key = `${answerOf(one)?.path} ${Object.keys(Object(one.document)).join()}`;
		shapes.set(key, [...(shapes.get(key) ?? []), one]);
		byCommand.set(one.command, shapes);
	}
	const shapeOfAll = ([first, ...others]: JsonDocument[]): string => {
		if (!first) return '';
		const values = [first, ...others].map(({document}) => document);
		const made = answerOf(first);
		const typeOf = createValueTypes(writer, partsOf([first, ...others]));
		return made
			? `\`${made.method} ${made.path}\`: ${code([writer.typeOf(made.response), ...added(made.response, values, typeOf)].join(' & '))}`
			: code(typeOf(values));
	};
	const commands = [...byCommand].map(
		([command, shapes]) =>
			`### svc ${command}\n\n${[...shapes.values()]
				.map(alike => `\`svc ${alike[0]?.example}\`\n\n${shapeOfAll(alike)}\n`)
				.join('\n')}`,
	);
	const objects = writer
		.namedObjects()
		.map(({name, fields}) => `### ${name}\n\n\`\`\`text\n${fields.join('\n')}\n\`\`\`\n`);
	const page = `${introduction}\n${commands.join('\n')}\n## Objects\n\n${objects.join('\n')}`;
	return page.replaceAll(/\n{3,}/g, '\n\n');
}

type Fields = Record<string, unknown>;

const shapeOf = (schema: z.ZodMiniType): Fields => definitionOf(bare(schema).schema).shape ?? {};

/** The document is what the service has answered, with or without something that the client adds. */
function isAnswer(response: z.ZodMiniType, document: unknown): document is Fields {
	const keys = Object.keys(shapeOf(response));
	if (typeof document !== 'object' || document === null || keys.length === 0) return false;
	return response.safeParse(document).success && Object.keys(document).filter(key => keys.includes(key)).length > 1;
}

const answerOf = ({routes, document}: JsonDocument) => routes.findLast(({response}) => isAnswer(response, document));

/** What the client adds to an answer. */
function added(response: z.ZodMiniType, documents: readonly unknown[], typeOf: TypeOfValues): string[] {
	const known = shapeOf(response);
	const own = documents.map(document =>
		Object.fromEntries(Object.entries(document as Fields).filter(([key]) => !Object.hasOwn(known, key))),
	);
	return own.every(fields => Object.keys(fields).length === 0) ? [] : [typeOf(own)];
}

/** A type as a line, or with the fields of the outermost object one a line. */
function code(type: string): string {
	if (type.length < 60) return `\`${type}\``;
	const [, items] = /^(\{.*\})\[\]$/.exec(type) ?? [];
	const text = type.startsWith('{') ? broken(items ?? type) : type;
	return `${items === undefined ? '' : 'an array of'}\n\n\`\`\`text\n${text}\n\`\`\``;
}

/** Fields of the outermost object, one a line. */
function broken(type: string): string {
	let depth = 0;
	let text = '';
	for (const character of type.slice(1, -1)) {
		if (character === '{' || character === '(') depth++;
		if (character === '}' || character === ')') depth--;
		text += character === ',' && depth === 0 ? '\n' : character;
	}
	return text.replaceAll('\n ', '\n');
}

type TypeOfValues = (values: readonly unknown[]) => string;

/** Objects that the asked routes answer with, the outermost ones and those within. */
function partsOf(documents: readonly JsonDocument[]): Set<z.ZodMiniType> {
	const parts = new Set<z.ZodMiniType>();
	const seen = new Set<z.ZodMiniType>();
	const look = (schema: z.ZodMiniType): void => {
		const inner = bare(schema).schema;
		if (seen.has(inner)) return;
		seen.add(inner);
		const {shape, element, valueType, options = []} = definitionOf(inner);
		if (shape) parts.add(inner);
		for (const part of [...Object.values(shape ?? {}), element, valueType, ...options]) if (part) look(part);
	};
	for (const {routes} of documents) for (const {response} of routes) look(response);
	return parts;
}

/**
 * The type that values show. A command puts its document together from what it was answered: an object that holds all that
 * a part of an answer must hold is that part, with what may be left out or null in it; the values alone do not show that.
 */
function createValueTypes(writer: TypeWriter, parts: ReadonlySet<z.ZodMiniType>): TypeOfValues {
	const isPart = (part: z.ZodMiniType, value: unknown): boolean => {
		const shape = shapeOf(part) as Record<string, z.ZodMiniType>;
		const required = Object.entries(shape).filter(([, schema]) => !bare(schema).isOptional);
		return (
			required.length >= fewestFields &&
			required.every(([key]) => Object.hasOwn(value as object, key)) &&
			part.safeParse(value).success
		);
	};

	function typeOfObjects(known: readonly object[]): string {
		const part = [...parts]
			.filter(one => known.every(value => isPart(one, value)))
			.sort((a, b) => Object.keys(shapeOf(b)).length - Object.keys(shapeOf(a)).length)[0];
		const keys = [...new Set(known.flatMap(value => Object.keys(value)))];
		const fields = keys
			.filter(key => !(part && Object.hasOwn(shapeOf(part), key)))
			.map(key => {
				const having = known.filter(value => Object.hasOwn(value, key));
				const mark = having.length < known.length ? '?' : '';
				const type = typeOfValues(having.map(value => (value as Fields)[key]));
				return `${key}${mark}: ${part ? type : orEmpty(type, key, keys)}`;
			});
		const rest = `{${fields.join(', ')}}`;
		if (!part) return rest;
		const type = writer.typeOf(part);
		if (fields.length === 0) return type;
		return type.startsWith('{') ? `{${[type.slice(1, -1), ...fields].join(', ')}}` : `${type} & ${rest}`;
	}

	/** What the samples do not show of a field that was copied from an answer: that it may be null, or what else it may be. */
	function orEmpty(type: string, key: string, keys: readonly string[]): string {
		const shared = (one: z.ZodMiniType) => keys.filter(other => Object.hasOwn(shapeOf(one), other)).length;
		const [origin] = [...parts].filter(one => Object.hasOwn(shapeOf(one), key)).sort((a, b) => shared(b) - shared(a));
		const schema = origin && (shapeOf(origin)[key] as z.ZodMiniType);
		if (!schema || !bare(schema).isNullable || (type !== 'null' && type.endsWith(' | null'))) return type;
		return type === 'null' ? writer.typeOf(schema) : `${type} | null`;
	}

	function typeOfValues(values: readonly unknown[]): string {
		const known = values.filter(value => value !== null);
		const orNull = known.length < values.length ? ' | null' : '';
		if (known.length === 0) return 'null';
		if (known.every(Array.isArray)) {
			const items = known.flat();
			const one = items.length === 0 ? 'any' : typeOfValues(items);
			return `${one.includes(' & ') && !one.startsWith('{') ? `(${one})` : one}[]${orNull}`;
		}
		if (known.some(value => typeof value !== 'object'))
			return `${[...new Set(known.map(value => typeof value))].join(' | ')}${orNull}`;
		return `${typeOfObjects(known as object[])}${orNull}`;
	}
	return typeOfValues;
}

/** Fewer fields that must be there say too little: an id and a name are in many objects. */
const fewestFields = 3;
