import {getTestCode} from '../../../../contract/routes/tests.ts';
import {ApiError} from '../../../errors/api-error.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {text} from '../../flag.ts';
import {fetchSource} from './fetch-source.ts';
import {shellWord} from '../../../view-model/shell-word.ts';

export const get = defineCommand({
	args: {testId: id('test-id', 'Test whose source is wanted')},
	flags: {out: text('Write the source to this file', {placeholder: '<file>'})},
	examples: ['test code get tst_1', 'test code get tst_1 --out checkout.py'],
	async run({testId, out}, context) {
		const stored = await context.client.call(getTestCode, {params: {testId}});
		if (stored.code === null) {
			throw new ApiError('NOT_FOUND', `Test ${testId} has no code yet.`, {
				nextAction: `svc test get ${shellWord(testId)}`,
				details: {resource: 'test', id: testId, reason: 'no_code'},
			});
		}
		const code = await fetchSource(stored.code, context);
		const data = {...stored, code};
		if (out === undefined) return {view: 'test-code', data, shape: {isWritten: false}};
		const path = await context.files.write(out, code, {flag: 'out'});
		const size = new TextEncoder().encode(code).length;
		if (!context.dryRun) context.notes.line(`wrote ${path} (${size} bytes, ${stored.codeVersion ?? 'no version'})`);
		const written = {...data, path, ...(context.dryRun ? {action: 'dry-run'} : {})};
		return {view: 'test-code', data: written, shape: {isWritten: true}};
	},
});
