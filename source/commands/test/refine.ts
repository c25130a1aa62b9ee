import {paginate} from '../../client/paginate.ts';
import {waitForRefinement} from '../../client/wait-for-change-set.ts';
import type {Refinement} from '../../../contract/refinement.ts';
import {
	applyRefinement,
	discardRefinement,
	listRefinements,
	refineTest,
	undoRefinement,
} from '../../../contract/routes/refinements.ts';
import {ApiError} from '../../errors/api-error.ts';
import {id} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {refuseTogether, text, toggle} from '../flag.ts';
import {detached} from '../outcome.ts';
import {told, checkSentence, readSentence, sentenceFlags, refinementResult} from '../sentence.ts';
import {idempotencyKeyFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {shellWord} from '../../view-model/shell-word.ts';

const anew = 'write it anew';

export const refine = defineCommand({
	description:
		'Changes one test or chain by a sentence, or answers a question about it: its code is written anew where it ' +
		'changes, and an edit by hand is kept. Free, and nothing runs.',
	args: {testId: id('test-id', 'Test to change')},
	flags: {
		...sentenceFlags('What to change or to know: "ignore updatedAt", "why did it fail"'),
		regenerate: toggle('Drop what was edited by hand'),
		preview: toggle('Show what would change; --apply or --discard decides'),
		apply: text('Apply this refinement', {placeholder: '<refinement-id>'}),
		undo: text('Take this refinement back', {placeholder: '<refinement-id>'}),
		discard: text('Put this refinement away', {placeholder: '<refinement-id>'}),
		history: toggle('What was said about the test, newest first'),
		wait: toggle('Wait until it is worked out'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'test refine tst_1 --text "creating answers 200, not 201" --preview',
		'test refine tst_1 --apply ref_1',
		'test refine tst_1 --text "why did it fail"',
	],
	rules({text: said, textFile, regenerate, preview, history, ...decisions}) {
		const given = (['apply', 'undo', 'discard'] as const).filter(one => decisions[one] !== undefined);
		const alone = [...given, ...(history ? ['history'] : [])];
		const [first, second] = alone;
		if (second !== undefined) refuseTogether(first!, true, second, true);
		if (first === undefined) {
			checkSentence(
				{text: said, textFile},
				regenerate ? null : ', or --text-file, --regenerate, --apply, --undo, --discard, --history',
			);
			return;
		}
		refuseTogether(first, true, 'text', said !== undefined);
		refuseTogether(first, true, 'text-file', textFile !== undefined);
		refuseTogether(first, true, 'regenerate', regenerate);
		refuseTogether(first, true, 'preview', preview);
	},
	async run(options, context): Promise<CommandResult> {
		const {testId, regenerate, preview, apply, undo, discard, history, wait, timeout} = options;
		const {client} = context;
		if (history) {
			const data = await paginate(paging => client.call(listRefinements, {params: {testId}, query: paging}), {});
			return {view: 'refinements', data, shape: {}};
		}
		const idempotencyKey = context.idempotencyKey(refineTest, options.idempotencyKey);
		const decision = [
			{route: applyRefinement, refinementId: apply},
			{route: undoRefinement, refinementId: undo},
			{route: discardRefinement, refinementId: discard},
		].find(one => one.refinementId !== undefined);
		if (decision) {
			const params = {testId, refinementId: decision.refinementId!};
			return {view: 'refinement', data: await client.call(decision.route, {params, idempotencyKey})};
		}
		const said = await readSentence(options, context);
		const waiting = context.wait(timeout);
		const data = await client.call(refineTest, {
			params: {testId},
			body: {text: said === '' ? anew : said, mode: regenerate ? 'regenerate' : 'refine', autoApply: !preview},
			idempotencyKey,
		});
		if (!wait || data.status !== 'drafting') return refinementResult(told(data, context));
		const outcome = await waitForRefinement({...waiting, testId, refinementId: data.refinementId});
		if (outcome.state === 'done') return refinementResult(told(outcome.answer, context));
		const problem = outcome.state === 'timeout' ? outcome.error : interrupted(context.signal, data);
		return {view: 'refinement', data: outcome.answer ?? data, problem};
	},
});

function interrupted(signal: AbortSignal, {testId, refinementId}: Refinement): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `It is still being worked out: svc test refine ${shellWord(testId)} --history`,
		details: {...details, refinementId},
	});
}
