import {defineCommand} from '../define-command.ts';
import {toggle} from '../flag.ts';
import {checkSentence, readSentence, sentenceFlags} from '../sentence.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {sayToPlan} from './change-set.ts';

export const add = defineCommand({
	description: 'Adds a row for every endpoint that a sentence is about, at once. No model is needed.',
	args: {},
	flags: {
		project: projectFlag,
		...sentenceFlags('What to test: "expect 400 when quantity is 0", "a duplicate code is refused"'),
		wait: toggle('Wait until it is worked out'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['plan add --text "POST /users without email must fail with 422"'],
	rules: options => checkSentence(options, ', or --text-file'),
	async run({project, wait, timeout, idempotencyKey, ...options}, context) {
		const projectId = context.projectId(project);
		const text = await readSentence(options, context);
		const key = context.idempotencyKey('cli-plan-add-', idempotencyKey);
		return sayToPlan({projectId, text, kind: 'add', autoApply: true, wait, timeout, idempotencyKey: key}, context);
	},
});
