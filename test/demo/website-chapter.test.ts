import {describe, expect, it} from 'vitest';
import type {Heal} from '../../contract/heal.ts';
import {judgeWebsite, type WebsiteEvidence} from '../../demo/website-chapter.ts';

const element = (name: string) => ({
	locator: {by: 'role' as const, role: 'button', value: name, exact: true, within: []},
	role: 'button',
	name,
});
const heal = (from: string, to: string): Heal => ({
	...{healId: 'hea_1', testId: 'tst_2', runId: 'run_1', stepIndex: 3, status: 'proposed', score: 0.85, margin: 0.5},
	...{evidence: [], from: element(from), to: element(to), beforeUrl: null, afterUrl: null},
	...{createdAt: '2030-05-01T08:00:00.000Z', decidedAt: null},
});
const green = {accepted: ['tst_1', 'tst_2'].map(testId => ({testId, status: 'passed'}))};
const red = {accepted: [{testId: 'tst_1', status: 'failed', error: 'step 2: gone\u001b[2J'}, green.accepted[1]!]};
const evidence = (more: Partial<WebsiteEvidence> = {}): WebsiteEvidence => ({
	names: new Map([
		['tst_1', 'Sign in'],
		['tst_2', 'Fill the cart'],
	]),
	first: green,
	second: green,
	heals: [heal('Add to cart', 'Add to basket')],
	...more,
});

describe('the verdict on the website', () => {
	it('is as hidden when all is green twice and the renamed button was repaired', () => {
		const {isAsHidden, repairedTestId, lines} = judgeWebsite(evidence());
		expect({isAsHidden, repairedTestId}).toEqual({isAsHidden: true, repairedTestId: 'tst_2'});
		expect(lines).toContain(
			'✓ repaired in "Fill the cart", step 3: button "Add to cart" → button "Add to basket" (0.85)',
		);
	});

	it.each<[Partial<WebsiteEvidence>, string]>([
		[{first: red}, '✗ unexpected on the first release: "Sign in" ended failed: step 2: gone?[2J'],
		[{second: red}, '✗ unexpected on the second release: "Sign in" ended failed: step 2: gone?[2J'],
		[{heals: []}, '✗ missing the repair: no step went from "Add to cart" to "Add to basket"'],
		[
			{heals: [heal('Add to cart', 'Add to basket'), heal('Sign in', 'Sign out')]},
			'✗ unexpected: button "Sign in" → button "Sign out" (0.85)',
		],
	])('names what is otherwise: %j', (more, line) => {
		const judged = judgeWebsite(evidence(more));
		expect(judged.isAsHidden).toBe(false);
		expect(judged.lines).toContain(line);
	});
});
