import {documents} from '../contract/documents/index.ts';
import type {Variant} from '../contract/documents/variant.ts';
import {createTypeWriter} from './contract-types.ts';

const introduction = `# JSON of the commands

Made from the contract (\`UPDATE_DOCS=1 npx vitest run test/contract/json-page.test.ts\`): every line below is what the command writes
with \`--output json\`, by the schemas that the client and the service share. Where a line names a route, the document is its
answer as it came. The tests of this package hold what their commands write against these lines, key by key.

## Rules for all of them

- stdout holds exactly one document (two blanks, one final newline), or nothing when the command failed. \`batch watch --stream\` writes
  one object a line, and \`serve\` and \`worker\` one line when they are ready. \`completion\` writes a script in any case; \`ui\` and
  \`service logs --follow\` refuse \`--output json\`.
- A **list** is \`{items, nextToken}\`; \`nextToken: null\` ends it, another one goes into \`--starting-token\`. Without \`--page-size\` the
  command has read all pages. Three lists have an older form, because programs rely on it: a test's runs and
  a schedule's fires (\`{runs, nextCursor}\`), and the schedules (\`{schedules}\`). What \`agent\` lists is
  an array: it has no pages.
- **One thing** is that object itself: a test, a run, a batch, a plan (\`plan list\` is one plan with its rows).
- **One run** is a \`Run\` (\`test run tst_1 --wait\`, \`test wait run_1\`, \`test cancel run_1\`), without \`--wait\` the ticket, and a
  \`PartialRun\` when the wait ended first. A rerun that is waited for has \`namedStatus\` and \`closure\` in either form: with what the test
  depends on, or as the \`Run\` of a test that stands alone. **Several runs** never are a bare array: what was triggered is \`{batchId, accepted, conflicts, deferred, …}\` (\`test run\`, \`test rerun\`,
  \`testlist run\` with several tests), and with \`--wait\` each accepted row has its \`status\`, an
  \`error\` where there is something to say of it and \`advisories\` where it wants a look although it passed, with \`summary\` and \`cleanup\` beside them;
  what was named by ids is \`{results, summary}\` (\`test wait\`, \`test delete-batch\`, \`test create-batch\`), a cancel of several the ids by
  what became of them.
- **Names stand beside ids** in what lists or shows tests, runs and batches: \`testId\` with \`name\`, \`testName\`, \`testTitle\` or
  \`title\`, \`projectId\` with \`projectName\`. Arrays of ids (\`notFound\`, \`addedProducers\`) and tickets of one test have none.
- A failure writes one envelope as the last thing on stderr: \`{error: {code, message, nextAction, requestId, details}}\`. With a negative
  answer (a failed run) the document is on stdout as well.
- \`--dry-run\` writes the same document with sample data (one that is written to disk or to a service also says \`action: "dry-run"\`,
  or shows the settings it would work with, where that is said below).
- \`a?\` may be left out, \`| null\` may be null, \`JSON\` is any value, a list in quotes names the words known today. Read unknown fields and words as
  something new, not as an error. Times are UTC, RFC 3339; durations end in their unit (\`durationMs\`, \`timeoutSeconds\`).

## Commands
`;

/** The page about every command's document. @param names exported names of schemas by the schema */
export function jsonPage(names: ReadonlyMap<unknown, string>): string {
	const writer = createTypeWriter(names);
	const all = Object.values(documents).flat();
	const isShared = ({schema}: Variant) => all.filter(other => other.schema === schema).length > 1;
	const typeOf = (variant: Variant) =>
		variant.route || isShared(variant) ? writer.typeOf(variant.schema) : writer.wholeTypeOf(variant.schema);
	const commands = Object.entries(documents).map(
		([command, variants]) => `### svc ${command}\n\n${variants.map(one => lineOf(one, typeOf(one))).join('\n')}`,
	);
	const objects = writer
		.namedObjects()
		.map(({name, fields}) => `### ${name}\n\n\`\`\`text\n${fields.join('\n')}\n\`\`\`\n`);
	return `${introduction}\n${commands.join('\n')}\n## Objects\n\n${objects.join('\n')}`.replaceAll(/\n{3,}/g, '\n\n');
}

/** In which case it is this document, whose answer it is, and its type. */
function lineOf({when, route}: Variant, type: string): string {
	const said = [
		when === '' ? '' : `${when[0]?.toUpperCase()}${when.slice(1)}`,
		route ? `\`${route.method} ${route.path}\`` : '',
	];
	const intro = said.filter(Boolean).join(', ');
	return `${intro === '' ? '' : `${intro}: `}${code(type)}\n`.replace(/^ *\n+| +$/gm, blank =>
		blank.includes('\n') ? '\n' : '',
	);
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
