import type {TestId} from '../../../../contract/ids.ts';
import {getTestCode, putTestCode} from '../../../../contract/routes/tests.ts';
import type {Context} from '../../../context.ts';
import {id} from '../../argument.ts';
import {defineCommand} from '../../define-command.ts';
import {choice, refuseTogether, text, toggle} from '../../flag.ts';
import {idempotencyKeyFlag} from '../../shared-flags.ts';
import {checkCodePath, readCode} from '../shared/lint-code-file.ts';
import {sayWarnings, checkSimulation, simulatedError, simulateErrorFlag} from '../shared/definition-flags.ts';

export const put = defineCommand({
	description:
		'Replaces the source if the stored version is the expected one; without --expected-version the one that is stored now. --force replaces any version and is written to the audit log.',
	args: {testId: id('test-id', 'Test whose source is replaced')},
	flags: {
		codeFile: text('Python source, at most 350 KB', {required: true, placeholder: '<file.py>'}),
		expectedVersion: text('Version the file was made from, e.g. v3', {
			placeholder: '<v>',
			pattern: /^[\x21-\x7E]{1,64}$/,
			patternText: 'must be a version such as v3',
		}),
		force: toggle('Replace whatever is stored'),
		language: choice('Language of the source', ['python']),
		dryRunSimulateError: simulateErrorFlag,
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'test code put tst_1 --code-file pay.py --expected-version v3',
		'test code put tst_1 --code-file pay.py --force',
	],
	rules({codeFile, expectedVersion, force, dryRunSimulateError}, context) {
		checkCodePath(codeFile);
		refuseTogether('expected-version', expectedVersion !== undefined, 'force', force);
		checkSimulation(dryRunSimulateError, context);
	},
	async run({testId, expectedVersion, force, language, ...options}, context) {
		if (options.dryRunSimulateError)
			throw simulatedError('The stored code is v2, not the version to replace.', {currentCodeVersion: 'v2'});
		const code = await readCode(options.codeFile, context);
		const version = force ? '*' : (expectedVersion ?? (await storedVersion(testId, context)));
		const data = await context.client.call(putTestCode, {
			params: {testId},
			body: {code, ...(language === undefined ? {} : {language})},
			headers: {'if-match': version},
			idempotencyKey: context.idempotencyKey(putTestCode, options.idempotencyKey),
		});
		sayWarnings(data, context, testId);
		return {view: 'updated-code', data};
	},
});

/** "reads the current version first and says so on stderr; null version sends `*`" */
async function storedVersion(testId: TestId, {client, notes}: Context): Promise<string> {
	const {codeVersion} = await client.call(getTestCode, {params: {testId}});
	notes.say('info', codeVersion === null ? 'no version is stored yet' : `replacing the stored version ${codeVersion}`);
	return codeVersion ?? '*';
}
