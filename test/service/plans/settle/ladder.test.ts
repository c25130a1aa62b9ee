import {describe, expect, it} from 'vitest';
import {
	type LadderInput,
	acceptedOptional,
	acceptedRung,
	ladderOf,
	isLeast,
	optionalRungs,
} from '../../../../service/plans/settle/ladder.ts';
import {endedByAcceptance, ladderRecipe, numbered} from '../../../../service/plans/settle/ladder-recipe.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import type {Recipe, Step, Value, Values} from '../../../../service/plans/recipe.ts';

const text = (value: string): Value => ({is: 'literal', value});
const unique = (shape: string): Value => ({is: 'unique', shape});

const stepWith = (fields: Values): Step => ({
	id: 'create',
	title: 'create a thing',
	role: 'act',
	call: {
		operation: {method: 'POST', path: '/things'},
		path: {},
		query: {},
		headers: {},
		body: {contentType: 'application/json', value: {is: 'object', fields}},
		auth: 'project',
		timeoutSeconds: 10,
		followRedirects: false,
	},
	cases: [],
	waitBeforeMs: 0,
	repeat: null,
	asserts: [],
	captures: [],
});

const input = (known: Partial<LadderInput> = {}): LadderInput => ({
	required: new Set(['name']),
	words: '',
	others: new Map(),
	elsewhere: new Map(),
	scalars: new Map(),
	uniques: new Map(),
	choices: new Map(),
	asked: new Map(),
	example: null,
	...known,
});

const fields = {name: unique('Amber {RUN_TAG}'), color: text('red'), tags: {is: 'array', items: [text('a')]} as Value};
const bodies = (known: Partial<LadderInput> = {}, own: Values = fields) =>
	ladderOf(stepWith(own), input(known)).map(({name, fields: sent}) => [name, Object.keys(sent).join()]);

describe('the ladder', () => {
	it('exchanges what the answer wants in the other order', () => {
		const own = {opens: text('09:30'), check_out: text('17:30'), name: text('Amber')};
		const rungs = (words: string) => ladderOf(stepWith(own), input({words})).map(one => [one.name, one.fields]);
		expect(rungs('check out must be before opens')).toContainEqual([
			'opens and check_out exchanged',
			{...own, opens: own.check_out, check_out: own.opens},
		]);
		expect(JSON.stringify(rungs('check_out and opens are required'))).not.toContain('exchanged');
	});

	it.each<[string, Partial<LadderInput>, string, string]>([
		[
			'adds what the answer names',
			{words: 'owner is required', others: new Map([['owner', text('Ada')]])},
			'with owner',
			'name,color,tags,owner',
		],
		['leaves out what the answer names', {words: 'unknown field "color"'}, 'without color', 'name,tags'],
		['sends the example as it is', {example: {name: 'Shown', size: 3}}, 'the example of the document', 'name,size'],
		[
			'sends a scalar in the place of a record',
			{scalars: new Map([['color', text('r')]])},
			'scalars in the place of records',
			'name,color,tags',
		],
		['empties lists', {}, 'empty lists', 'name,color,tags'],
		['writes texts as one word', {}, 'texts of one word', 'name,color,tags'],
		['sends only what is required at last', {}, 'only what is required', 'name'],
	])('%s', (_, known, name, sent) => {
		expect(bodies(known)).toContainEqual([name, sent]);
	});

	it('takes another of the values that the document offers: those that the answer names, else each of them', () => {
		const choices = new Map([['color', ['blue', 'dark', 'pale', 'grey', 'pink'].map(text)]]);
		const tried = (words: string) =>
			ladderOf(stepWith(fields), input({choices, words})).flatMap(({name, fields: sent}) =>
				name.startsWith('color ') ? [[name, sent['color']]] : [],
			);
		expect(tried('it goes from pale to Dark or darkness')).toEqual([
			['color "dark"', text('dark')],
			['color "pale"', text('pale')],
		]);
		expect(tried('not in this state').map(([name]) => name)).toEqual(
			['blue', 'dark', 'pale', 'grey'].map(one => `color "${one}"`),
		);
	});

	it('goes from what is nearest to what was planned to what is least', () => {
		const known = {
			words: 'owner is required, color is not',
			others: new Map([['owner', text('Ada')]]),
			example: {name: 'x'},
		};
		expect(bodies(known).map(([name]) => name)).toEqual([
			'with owner',
			'without color',
			'the example of the document',
			'empty lists',
			'texts of one word',
			'empty lists, texts of one word',
			'only what is required',
			'only what is required, texts of one word',
		]);
	});

	it('never adds what nobody names, and never leaves out what is required', () => {
		const known = {words: 'name is wrong', others: new Map([['owner', text('Ada')]])};
		expect(
			bodies(known)
				.map(([name]) => name)
				.filter(name => name?.startsWith('with')),
		).toEqual([]);
	});

	it('keeps a tag in one word, and leaves addresses alone', () => {
		const own = {
			name: unique('Harbor Grove {RUN_TAG}'),
			site: text('https://a.example/b c'),
			mail: unique('a.{RUN_TAG}@example.com'),
		};
		const rung = ladderOf(stepWith(own), input()).find(({name}) => name === 'texts of one word')!;
		expect(rung.fields).toEqual({...own, name: unique('harbor_grove_{RUN_TAG}')});
	});

	it.each([
		['sku must be 3 to 20 capital letters, digits or dashes', 'codes in capitals', 'HARB{RUN_TAG:upper}'],
		['number may only have letters and digits: sku', 'codes of letters and digits', 'harb{RUN_TAG}'],
	])('writes as a code what the answer names: %s', (words, name, shape) => {
		const own = {sku: unique('Harbor-{RUN_TAG}'), title: unique('Harbor Grove {RUN_TAG}'), day: text('2030-01-15')};
		const rung = ladderOf(stepWith(own), input({words})).find(one => one.name.startsWith('codes'))!;
		expect(rung).toEqual({name, fields: {...own, sku: unique(shape)}});
	});

	it('makes a code that the answer names its own: there are no two of it', () => {
		const own = {number: text('Amber Meadow'), name: text('Harbor Grove')};
		const uniques = new Map([['number', unique('Amber Meadow {RUN_TAG}')]]);
		const known = input({words: 'number may only have letters and digits', uniques});
		const rung = ladderOf(stepWith(own), known).find(one => one.name.startsWith('codes'))!;
		expect(rung.fields).toEqual({...own, number: unique('ambe{RUN_TAG}')});
	});

	it('writes every text as a code where the answer names none', () => {
		const own = {sku: unique('Harbor-{RUN_TAG}'), label: text('Amber Meadow')};
		const rung = ladderOf(stepWith(own), input({words: 'invalid characters'})).find(({name}) =>
			name.startsWith('codes'),
		)!;
		expect(rung.fields).toEqual({sku: unique('harb{RUN_TAG}'), label: text('ambermeadow')});
	});

	it('puts back what was accepted for itself', () => {
		const rungs = optionalRungs(stepWith(fields), new Set(['name']), null);
		expect(rungs.map(({name}) => name)).toEqual(['with color', 'with tags']);
		const least = {name: fields.name};
		expect(Object.keys(acceptedOptional(least, rungs, [422, 201])!)).toEqual(['name', 'tags']);
		expect(acceptedOptional(null, rungs, [422, 500])).toBeNull();
	});

	it('puts it back beside the form of what is required that was accepted', () => {
		const rungs = ladderOf(stepWith(fields), input());
		const oneWord = rungs.find(({name}) => name === 'only what is required, texts of one word')!;
		expect(isLeast(oneWord)).toBe(true);
		const [withColor] = optionalRungs(stepWith(fields), new Set(['name']), oneWord.fields);
		expect(withColor!.fields).toEqual({...oneWord.fields, color: fields.color});
	});

	it('takes the first body that is accepted', () => {
		const rungs = ladderOf(stepWith(fields), input());
		expect(acceptedRung(rungs, [500, 201])).toBe(rungs[1]);
		expect(acceptedRung(rungs, [400, null])).toBeNull();
	});
});

it('the code of a ladder ends with the first answer that is no refusal', () => {
	const step = stepWith(fields);
	const recipe: Recipe = {
		recipeVersion: 1,
		id: 'rcp_1',
		template: 'create',
		kind: 'endpoint',
		endpoint: step.call.operation,
		title: 'creates a thing',
		why: '',
		produces: [],
		consumes: [],
		phase: 'normal',
		safety: 'own_records',
		steps: [step],
		teardown: [],
		limits: {timeoutSeconds: 30, maxCalls: 10},
		seed: 's',
		source: {planId: 'pln_1', rowId: null, documentId: null, generator: '1'},
	};
	const trial = ladderRecipe(recipe, step, ladderOf(step, input()));
	expect(endedByAcceptance(renderTest(trial, {hasExtraHeaders: false}))).toMatch(
		/ {8}response = requests\.post\(.*\n {8}if response\.status_code < 400 or .*:\n {12}break\n\n\ntest_\w+\(\)\n$/,
	);
});

it('each trial of a ladder has a key of its own, and keeps its other headers', () => {
	const step = stepWith({name: text('Amber')});
	step.call.headers = {'Idempotency-Key': unique('key-{RUN_TAG}'), 'X-Tenant': unique('t-{RUN_TAG}')};
	const rung = (name: string) => ({name, fields: {name: text(name)}});
	const recipe = {steps: [step], consumes: []} as unknown as Recipe;
	const [sent] = ladderRecipe(recipe, step, [rung('one'), rung('two')] as never).steps;
	const keys = sent!.cases.map(({patch}) => patch.filter(({at}) => at.in === 'header').map(one => one.value));
	expect(keys).toEqual([[unique('key-{RUN_TAG}0')], [unique('key-{RUN_TAG}1')]]);
});

it('records of one ladder differ, and are as long as the one that was planned', () => {
	const sent = (shape: string) => numbered(unique(shape), 3);
	expect(sent('une Orchard {RUN_TAG}')).toEqual(unique('ne Orchard {RUN_TAG}3'));
	expect(sent('https://example.com/{RUN_TAG}')).toEqual(unique('https://example.com/{RUN_TAG}3'));
});
