import {applyChangeSet, discardChangeSet} from '../../../contract/routes/change-sets.ts';
import {defineCommand} from '../define-command.ts';
import {refuseTogether, refuseWithout, text, texts, toggle} from '../flag.ts';
import {checkSentence, readSentence, sentenceFlags} from '../sentence.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {sayToPlan} from './change-set.ts';

/** What a model is asked for when nobody says how titles should be. */
const clearerTitles = 'Give every row a title that says plainly what the API does.';

export const refine = defineCommand({
	description:
		'Changes the rows that a sentence is about, as one change set that can be undone. It says what was understood; ' +
		'--preview leaves it to you whether it is applied. No model is needed, but for --titles; --debug shows what a model was sent.',
	args: {},
	flags: {
		project: projectFlag,
		...sentenceFlags('What to change: "orders: only happy path", "creating answers 200, not 201"'),
		titles: toggle('Let the configured model give rows clearer titles and descriptions; nothing else changes'),
		preview: toggle('Show what would change; --apply or --discard decides'),
		apply: text('Apply this change set', {placeholder: '<change-set-id>'}),
		only: texts('Apply it to this row only; repeatable (--apply)', {placeholder: '<row-id>'}),
		discard: text('Put this change set away', {placeholder: '<change-set-id>'}),
		wait: toggle('Wait until it is worked out'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'plan refine --text "keep only happy paths" --preview',
		'plan refine --apply chg_1 --only row_1',
		'plan refine --titles --preview --debug',
	],
	rules({text: said, textFile, titles, preview, apply, discard, only}) {
		refuseTogether('apply', apply !== undefined, 'discard', discard !== undefined);
		const decides = apply ?? discard;
		const flag = apply === undefined ? 'discard' : 'apply';
		refuseTogether(flag, decides !== undefined, 'text', said !== undefined);
		refuseTogether(flag, decides !== undefined, 'text-file', textFile !== undefined);
		refuseTogether(flag, decides !== undefined, 'preview', preview);
		refuseTogether(flag, decides !== undefined, 'titles', titles);
		refuseWithout('only', only.length > 0, 'apply', apply !== undefined);
		if (decides === undefined)
			checkSentence({text: said, textFile}, titles ? null : ', or --text-file, --titles, --apply or --discard');
	},
	async run({project, titles, preview, apply, only, discard, wait, timeout, idempotencyKey: own, ...options}, context) {
		const projectId = context.projectId(project);
		const idempotencyKey = context.idempotencyKey('cli-plan-refine-', own);
		const {client} = context;
		if (apply !== undefined) {
			const params = {projectId, changeSetId: apply};
			const body = only.length > 0 ? {only: [...new Set(only)]} : {};
			return {view: 'change-set', data: await client.call(applyChangeSet, {params, body, idempotencyKey})};
		}
		if (discard !== undefined) {
			const params = {projectId, changeSetId: discard};
			return {view: 'change-set', data: await client.call(discardChangeSet, {params, idempotencyKey})};
		}
		const said = await readSentence(options, context);
		const text = said === '' ? clearerTitles : said;
		const kind = titles ? 'titles' : 'refine';
		return sayToPlan({projectId, text, kind, autoApply: !preview, wait, timeout, idempotencyKey}, context);
	},
});
