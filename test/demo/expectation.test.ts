import {describe, expect, it} from 'vitest';
import {type Evidence, type JudgedMember, judge} from '../../demo/expectation.ts';
import type {Manifest} from '../../demo/manifest.ts';

const test = (name: string) => ({
	file: `${name.toLowerCase()}.py`,
	name,
	description: '',
	priority: 'p1' as const,
	produces: [],
	consumes: [],
});
const manifest: Manifest = {
	tests: ['Login', 'Coupon', 'Find', 'Newsletter'].map(test),
	expected: {failed: ['Coupon'], blocked: ['Find'], orphanFamilies: ['newsletter-subscriptions']},
};

const member = (name: string, status: string, more: Partial<JudgedMember> = {}): JudgedMember => ({
	testId: `tst_${name}`,
	name,
	status,
	failureKind: null,
	error: null,
	blockedBy: null,
	...more,
});
const bug = member('Coupon', 'failed', {failureKind: 'assertion', error: '15 percent off came back as 0.15'});
const consequence = member('Find', 'blocked', {
	blockedBy: {
		variable: 'coupon_code',
		reason: 'producer_failed',
		producer: {testId: 'tst_Coupon', title: 'Coupon'},
		didYouMean: null,
	},
});
const members = [member('Login', 'passed'), bug, consequence, member('Newsletter', 'passed')];
const replaced = (changed: JudgedMember) =>
	members.map(original => (original.name === changed.name ? changed : original));

const orphan = {label: 'subscription_id', sourceEndpoint: {method: 'POST', path: '/newsletter-subscriptions'}};
const report = (orphaned: (typeof orphan)[], pending = 0) => ({progress: {pending}, orphaned});
const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
	manifest,
	batch: {phase: 'done', members},
	cleanup: report([orphan]),
	...changes,
});
const withMembers = (changed: JudgedMember[]) => evidence({batch: {phase: 'done', members: changed}});

describe('the verdict of the demo', () => {
	it('is 0 and says so when the run found the bug, its consequence and the orphan and nothing else', () => {
		const judgement = judge(evidence());
		expect(judgement).toMatchObject({
			exitCode: 0,
			summary: '2 passed, 1 failed, 1 blocked',
			missing: [],
			unexpected: [],
		});
		expect(judgement.lines).toEqual([
			'✓ found the bug: "Coupon" failed: 15 percent off came back as 0.15',
			'✓ found a consequence: "Find" is Blocked, it waits for coupon_code',
			'✓ found the orphan: subscription_id of POST /newsletter-subscriptions cannot be deleted',
			'',
			'2 passed, 1 failed, 1 blocked',
			'The run found exactly what is hidden in the shop.',
		]);
	});

	it('does not ask for the orphan while the service does not clean up, and says that it did not look', () => {
		const judgement = judge(evidence({cleanup: undefined}));
		expect(judgement.exitCode).toBe(0);
		expect(judgement.notes).toEqual([
			'The record that cannot be deleted was not looked for: this build has no `svc batch cleanup`.',
		]);
	});

	it.each<[string, Evidence, {missing?: string[]; unexpected?: string[]}]>([
		[
			'the bug was not seen',
			withMembers(replaced(member('Coupon', 'passed'))),
			{missing: ['the bug: "Coupon" ended passed']},
		],
		[
			'the bug test failed for another reason',
			withMembers(replaced(member('Coupon', 'failed', {failureKind: 'network', error: 'refused'}))),
			{missing: ['the bug: "Coupon" failed for another reason (network): refused']},
		],
		[
			'the bug test did not run',
			withMembers(members.filter(({name}) => name !== 'Coupon')),
			{missing: ['the bug: "Coupon" did not run', 'a consequence: "Find" is Blocked for another reason']},
		],
		[
			'a consumer of the bug ran all the same',
			withMembers(replaced(member('Find', 'failed'))),
			{missing: ['a consequence: "Find" ended failed instead of Blocked']},
		],
		[
			'a consumer is Blocked by something else',
			withMembers(
				replaced({
					...consequence,
					blockedBy: {...consequence.blockedBy!, producer: {testId: 'tst_Login', title: 'Login'}},
				}),
			),
			{missing: ['a consequence: "Find" is Blocked for another reason']},
		],
		[
			'a healthy test failed',
			withMembers(replaced(member('Login', 'failed', {error: "No module named 'requests'"}))),
			{unexpected: [`"Login" ended failed: No module named 'requests'`]},
		],
		[
			'a healthy test is missing',
			withMembers(members.filter(({name}) => name !== 'Login')),
			{unexpected: ['"Login" did not run']},
		],
		[
			'a stranger ran along',
			withMembers([...members, member('Other', 'passed')]),
			{unexpected: ['"Other" is not a test of the demo']},
		],
		[
			'the run has not ended',
			evidence({batch: {phase: 'cleanup', members}}),
			{unexpected: ['the run has not ended, its phase is cleanup']},
		],
		[
			'the orphan was not reported',
			evidence({cleanup: report([])}),
			{missing: ['the orphan: nothing of /newsletter-subscriptions was reported as left behind']},
		],
		[
			'another record was left behind',
			evidence({
				cleanup: report([orphan, {label: 'item', sourceEndpoint: {method: 'POST', path: '/carts/{cartId}/items'}}]),
			}),
			{unexpected: ['item of POST /carts/{cartId}/items was left behind']},
		],
		[
			'cleanup forgot records',
			evidence({cleanup: report([orphan], 2)}),
			{unexpected: ['cleanup ended without a decision on 2 of its records']},
		],
	])('is 1 when %s', (_what, given, {missing = [], unexpected = []}) => {
		const judgement = judge(given);
		expect({missing: judgement.missing, unexpected: judgement.unexpected}).toEqual({missing, unexpected});
		expect(judgement.exitCode).toBe(1);
		expect(judgement.lines.at(-1)).toBe(
			`The run did not find exactly what is hidden in the shop: ${missing.length} missing, ${unexpected.length} unexpected.`,
		);
	});

	it('counts a member without a verdict apart from the three', () => {
		expect(judge(withMembers(replaced(member('Login', 'cancelled')))).summary).toBe(
			'1 passed, 1 failed, 1 blocked, 1 without a verdict',
		);
	});

	it('lets no control sequence of a test reach the terminal', () => {
		const text = judge(withMembers(replaced({...bug, error: '\u001b[2Jgone\u0007'}))).lines.join('\n');
		expect(text).toContain('?[2Jgone?');
		expect(text).not.toContain('\u001b');
	});
});
