import {expect, it} from 'vitest';
import {changeOperation} from '../../contract/change-operation.ts';
import {documents} from '../../contract/documents/index.ts';
import {shownOperation} from '../../contract/documents/plan.ts';
import {knownCommands} from '../fuzz/known-commands.ts';
import {exampleWords} from '../helpers/example-words.ts';
import {svc} from '../helpers/memory-system.ts';
import {expectDeclared, faultsOf} from '../helpers/strict-document.ts';

const commands = await knownCommands();

it('every command that writes JSON has its documents declared, in the order of the tree', () => {
	const names = commands.map(({path}) => path.join(' ')).filter(name => name !== 'completion');
	expect(Object.keys(documents)).toEqual(names);
});

it('what tells several documents of a command apart is said of all but one', () => {
	for (const [command, variants] of Object.entries(documents)) {
		const words = variants.map(({when}) => when);
		expect(new Set(words).size, command).toBe(words.length);
	}
});

it('the operations of a change set have every word and every field that a set can hold', () => {
	const options = changeOperation.def.options.map(({shape}) => shape);
	const words = options.flatMap(({op}) => op.def.values);
	const fields = new Set(options.flatMap(shape => Object.keys(shape)));
	expect(shownOperation.shape.op.def.entries).toEqual(Object.fromEntries(words.map(word => [word, word])));
	expect(Object.keys(shownOperation.shape).sort()).toEqual([...fields].sort());
});

const examples = commands.flatMap(({path, command}) =>
	command.examples.map(example => [path.join(' '), example] as const),
);

it.each(examples)('the rehearsal of an example of %s writes what is declared: svc %s', async (_, example) => {
	const words = exampleWords(example.replace(/ [|>].*$/, '').replace('--output json ', ''));
	const {exitCode, stderr} = await svc(['--dry-run', '--output', 'json', ...words], {env: {SVC_PROJECT_ID: 'prj_1'}});
	// `completion` has no JSON, `logs --follow` refuses it.
	if (!/^completion|--follow/.test(example))
		expect({exitCode, stderr: exitCode === 0 ? '' : stderr}).toEqual({exitCode: 0, stderr: ''});
});

const opened = {url: 'http://shop.example', opened: true};
it.each([
	['a key too many', {...opened, at: 1}, '$.at is unknown'],
	['a key too few', {url: opened.url}, '$.opened is missing'],
	['null', {...opened, url: null}, '$.url: null'],
	['another type', {...opened, opened: 'yes'}, '$.opened: "yes"'],
	['a list', [opened], '$: object, not an object'],
])('%s is found in a document', (_, document, fault) => {
	expect(() =>
		expectDeclared(['--output', 'json', 'test', 'open', 'tst_1'], JSON.stringify(document, null, 2)),
	).toThrow(`svc test open: ${fault}`);
});

it('a word that an enumeration does not know is found, deep in a list', () => {
	const [list] = documents['batch list'] ?? [];
	const faults = faultsOf(list!.schema, {items: [{phase: 'asleep'}], nextToken: null});
	expect(faults).toContain('$.items[0].phase: "asleep" is none of queued, tests, cleanup, done');
	expect(faults).toContain('$.items[0].batchId is missing');
});

it('one line of several is held against the documents of lines', () => {
	const argv = ['--output', 'json', 'batch', 'watch', 'bat_1', '--stream'];
	expect(() => expectDeclared(argv, '{"version":1,"batch":{},"members":[]}\n{"version":2,"batch":{}}\n')).toThrow(
		'$.members is missing',
	);
	expect(() => expectDeclared(argv, '{"version":1,"batch":{},"members":[]}\n')).not.toThrow();
});
