import {expect, it} from 'vitest';
import {knownCommands} from '../../fuzz/known-commands.ts';
import {exampleWords} from '../../helpers/example-words.ts';
import {svc} from '../../helpers/memory-system.ts';

const commands = await knownCommands();
const words = (example: string) => exampleWords(example.replace(/ [|>].*$/, '').replace('--output json ', ''));

const fieldsOfNames = {testId: ['name', 'testName', 'testTitle', 'title'], projectId: ['projectName', 'name']};

/** Objects of a document that name a test or a project by nothing but an id, as their paths; ids of `known` are named elsewhere. */
function nameless(value: unknown, key: keyof typeof fieldsOfNames, known: ReadonlySet<unknown>, path = '$'): string[] {
	if (Array.isArray(value)) return value.flatMap(one => nameless(one, key, known, `${path}[]`));
	if (typeof value !== 'object' || value === null) return [];
	const fields = value as Record<string, unknown>;
	const isNamed = fieldsOfNames[key].some(name => typeof fields[name] === 'string');
	return [
		...(typeof fields[key] === 'string' && !known.has(fields[key]) && !isNamed ? [path] : []),
		...Object.entries(fields).flatMap(([field, one]) => nameless(one, key, known, `${path}.${field}`)),
	];
}

/** A file or the line has the name and the id is new, or it is that of the line. */
const madeOfFiles = [
	'test steps',
	'test create',
	'test create-batch',
	'test plan propose',
	'test failure get',
	'test artifact get',
];

const documents = commands.flatMap(({path, command: {examples}}) =>
	examples.filter(example => !/--stream|--follow/.test(example)).map(example => [path.join(' '), example] as const),
);

it.each(documents)('%s names each test and each project beside its id: svc %s', async (name, example) => {
	const line = words(example);
	const {stdout} = await svc(['--dry-run', '--output', 'json', ...line], {env: {SVC_PROJECT_ID: 'prj_1'}});
	if (!/^[[{]/.test(stdout)) return;
	// Who writes an id knows what it stands for.
	const known = new Set(['prj_1', ...line]);
	const answer: unknown = JSON.parse(stdout);
	if (madeOfFiles.includes(name)) return;
	expect(nameless(answer, 'testId', known)).toEqual([]);
	// `svc try` has made its project, and names it after its source.
	if (name !== 'try') expect(nameless(answer, 'projectId', known)).toEqual([]);
});
