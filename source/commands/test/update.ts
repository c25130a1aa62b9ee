import {updateTest} from '../../../contract/routes/tests.ts';
import type {TestPatch} from '../../../contract/test.ts';
import {id} from '../argument.ts';
import {defineCommand} from '../define-command.ts';
import {missingFlag, refuseTogether, text, toggle} from '../flag.ts';
import {idempotencyKeyFlag} from '../shared-flags.ts';
import {definitionFlags, sayWarnings} from './shared/definition-flags.ts';

export const update = defineCommand({
	description: '--produces, --needs and --after replace the whole list. What a run in flight uses stays as it was.',
	args: {testId: id('test-id', 'Test to change')},
	flags: {
		name: text('Name, at most 200 characters', {max: 200}),
		...definitionFlags,
		clearProduces: toggle('The test captures nothing any more'),
		clearNeeds: toggle('The test takes nothing any more'),
		clearAfter: toggle('The test comes after none any more'),
		clearCategory: toggle('The test runs among the others again'),
		clearStepTimeout: toggle('The default limit of a step again'),
		clearTestTimeout: toggle('The default limit of a run again'),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'test update tst_1 --name "Pay an order"',
		'test update tst_1 --needs order_id --clear-category',
		'test update tst_1 --after "Create a flow"',
	],
	rules(options) {
		const {produces, needs, after, category, stepTimeout, testTimeout} = options;
		refuseTogether('produces', produces.length > 0, 'clear-produces', options.clearProduces);
		refuseTogether('needs', needs.length > 0, 'clear-needs', options.clearNeeds);
		refuseTogether('after', after.length > 0, 'clear-after', options.clearAfter);
		refuseTogether('category', category !== undefined, 'clear-category', options.clearCategory);
		refuseTogether('step-timeout', stepTimeout !== undefined, 'clear-step-timeout', options.clearStepTimeout);
		refuseTogether('test-timeout', testTimeout !== undefined, 'clear-test-timeout', options.clearTestTimeout);
		if (Object.keys(patchOf(options)).length === 0)
			throw missingFlag('name', ', or another flag that says what to change');
	},
	async run({testId, idempotencyKey, ...options}, context) {
		const data = await context.client.call(updateTest, {
			params: {testId},
			body: patchOf(options),
			idempotencyKey: context.idempotencyKey(updateTest, idempotencyKey),
		});
		sayWarnings(data, context, options.name ?? testId);
		return {view: 'updated-test', data};
	},
});

type Wish = {
	name: string | undefined;
	description: string | undefined;
	priority: TestPatch['priority'];
	produces: string[];
	needs: string[];
	after: string[];
	category: string | undefined;
	stepTimeout: number | undefined;
	testTimeout: number | undefined;
	clearProduces: boolean;
	clearNeeds: boolean;
	clearAfter: boolean;
	clearCategory: boolean;
	clearStepTimeout: boolean;
	clearTestTimeout: boolean;
};

/** The fields to change; null clears. A field that is not mentioned is not there. */
function patchOf(wish: Wish): TestPatch {
	const patch: TestPatch = {
		name: wish.name,
		description: wish.description,
		priority: wish.priority,
		produces: wish.clearProduces ? null : (wish.produces.length > 0 && wish.produces) || undefined,
		consumes: wish.clearNeeds ? null : (wish.needs.length > 0 && wish.needs) || undefined,
		after: wish.clearAfter ? null : (wish.after.length > 0 && wish.after) || undefined,
		category: wish.clearCategory ? null : wish.category,
		stepTimeoutMs: wish.clearStepTimeout ? null : wish.stepTimeout,
		timeoutSeconds: wish.clearTestTimeout ? null : wish.testTimeout,
	};
	return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}
