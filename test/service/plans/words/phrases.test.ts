import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {ChangeOperation} from '../../../../contract/change-operation.ts';
import {changeOperations} from '../../../../contract/change-operation.ts';
import {changesRecipe, editRecipe} from '../../../../service/plans/changes/edit-recipe.ts';
import {renderTest} from '../../../../service/plans/code/render-test.ts';
import {interpret} from '../../../../service/plans/words/interpret.ts';
import type {Scope} from '../../../../service/plans/words/subject.ts';
import {scopeOf} from './scope.ts';

/** Every family with its phrasings: the operation that each becomes, or null when the shop has nothing it could be about. */
type Family = {family: string; at: Scope['at']; test?: string; phrases: Array<[string, string | null]>};
const families: Family[] = JSON.parse(
	readFileSync(new URL('../../../fixtures/words/phrases.json', import.meta.url), 'utf8'),
) as Family[];

/** Writes the test that an operation makes: what is said can be done. */
function render(scope: Scope, operations: readonly ChangeOperation[]): void {
	const recipes = new Map(scope.subjects.map(({id, recipe}) => [id, recipe]));
	for (const operation of operations) {
		if (operation.op === 'row.add') renderTest(operation.row.recipe!);
		if (!changesRecipe(operation) || operation.target === undefined) continue;
		const before = recipes.get(operation.target);
		recipes.set(operation.target, editRecipe(before!, operation));
		renderTest(recipes.get(operation.target)!);
	}
}

describe.each(families)('$family in front of a $at', ({at, test, phrases}) => {
	const scope = scopeOf(at, test);
	it.each(phrases)('reads "%s"', (phrase, expected) => {
		const understood = interpret(phrase, scope);
		if (understood.kind === 'changes') {
			const {operations, reply} = understood;
			expect(operations.map(({op}) => op)).toContain(expected);
			expect(reply).not.toBe('');
			changeOperations.parse(operations);
			render(scope, operations);
		} else if (understood.kind === 'answer') expect(understood.answer).toBe(expected);
		else
			expect([understood.kind, understood.kind === 'unknown' ? understood.nearest : '', expected]).toEqual([
				'nothing',
				'',
				null,
			]);
	});
});

it('has at least five phrasings of every family', () => {
	const counts = new Map<string, number>();
	for (const {family, phrases} of families)
		counts.set(family, (counts.get(family) ?? 0) + phrases.filter(([, expected]) => expected !== null).length);
	expect([...counts].filter(([, number]) => number < 5)).toEqual([]);
});

describe('a sentence', () => {
	const plan = scopeOf('plan');
	const reply = (text: string, scope = plan) => {
		const understood = interpret(text, scope);
		return 'reply' in understood ? understood.reply : understood.kind;
	};

	it('is read clause by clause, each with its own target', () => {
		expect(reply('drop the reviews and run users before orders; every GET under 300 ms')).toMatch(
			/^\d+ rows removed: the reviews; \d+ rows moved: users before orders; \d+ rows: answers within 300 ms$/,
		);
		expect(reply('make checkout high and orders low')).toMatch(/^\d rows: priority p0; \d+ rows: priority p3$/);
		expect(reply('Could you please drop the security probes, then keep records of /users?')).not.toBe('unknown');
	});

	it('is not half done: one clause that is not understood leaves all of it alone', () => {
		expect(interpret('drop the reviews and frobnicate the carts', plan).kind).toBe('unknown');
	});

	it('says what is missing when there is nothing that it could be about', () => {
		expect(reply('drop every test that needs an admin token')).toBe(
			'No row fits "every test that needs an admin token".',
		);
		expect(reply('use 5 as colour')).toBe('No call sends colour.');
		expect(reply('rename shop_id to store_id')).toBe('No test gives or needs shop_id.');
	});

	it('that fits no form gets the three nearest ones in its own words', () => {
		const understood = interpret('prioritze the checkout stuff', plan);
		expect(understood).toMatchObject({kind: 'unknown'});
		const {nearest} = understood as {nearest: string[]};
		expect(nearest).toHaveLength(3);
		expect(nearest.join('\n')).toContain('checkout');
	});

	it('with two possible targets asks by number, and each answer is a sentence that is understood', () => {
		const chain = scopeOf('chain', 'chain flow POST /carts/{cartId}/checkout');
		const understood = interpret('wait 250 ms after creating', chain);
		expect(understood.kind).toBe('question');
		const {reply: asked, choices} = understood as {reply: string; choices: Array<{label: string; text: string}>};
		expect(asked).toMatch(/^Which step do you mean by "creating"\?\n1\. step 1: create a user \(POST \/users\)\n2\. /);
		for (const {text} of choices) expect(['changes', 'nothing']).toContain(interpret(text, chain).kind);
	});

	it('about one test adds a step to it, and never rows', () => {
		const test = scopeOf('test', 'POST /coupons create');
		const understood = interpret('expect 400 when percentOff is 0', test);
		expect(understood).toMatchObject({
			kind: 'changes',
			operations: [{op: 'step.add', target: 'tst_1', after: 'create'}],
		});
		render(test, (understood as {operations: ChangeOperation[]}).operations);
	});

	it('does not touch more than it says', () => {
		const {subjects} = plan;
		const touched = (text: string) => {
			const understood = interpret(text, plan);
			if (understood.kind !== 'changes') return understood.kind;
			return [...new Set(understood.operations.flatMap(one => ('target' in one ? (one.target ?? []) : [])))].map(id =>
				subjects.find(one => one.id === id),
			);
		};
		// In front of a plan nobody knows what "it" is.
		for (const text of ['make it high', 'drop it', 'ignore name and make them low'])
			expect(touched(text)).toBe('unknown');
		// A status that is said alone changes what succeeds, not what is refused.
		expect(touched('GET /users returns 206')).not.toContainEqual(expect.objectContaining({category: 'auth'}));
		expect(touched('creating users answers 404')).toEqual(
			(touched('creating users answers 404') as Array<{category: string}>).filter(
				({category}) => category !== 'functional',
			),
		);
		expect(touched('keep the wallpaper')).toBe('unknown');
		expect(touched('make users and orders low')).toHaveLength(
			(touched('make users low') as unknown[]).length + (touched('make orders low') as unknown[]).length,
		);
	});

	it('sends what looks like a header only when it is said to be one', () => {
		const operations = (text: string) => (interpret(text, plan) as {operations: Array<{at: {in: string}}>}).operations;
		expect(operations('use SPRING-20 as code').some(({at}) => at.in === 'header')).toBe(false);
		expect(operations('send X-Team: blue').every(({at}) => at.in === 'header')).toBe(true);
	});
});
