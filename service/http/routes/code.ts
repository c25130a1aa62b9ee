import type {TestId} from '../../../contract/ids.ts';
import type {PlanFileStep} from '../../../contract/plan-file.ts';
import {getTestCode, putTestCode} from '../../../contract/routes/tests.ts';
import {invalid, notFound, ServiceError} from '../../domain/service-error.ts';
import {findScript} from '../../store/tests/scripts.ts';
import {findTestCode, type TestCodeRow, replaceTestCode} from '../../store/tests/tests.ts';
import {declaredIn} from '../test-answer.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {requireCode} from '../test-input.ts';
import {draftOfPlan} from '../../domain/plan-scripts.ts';
import {timestamp} from '../../domain/timestamp.ts';

const versionText = (version: number) => `v${version}`;
const etagOf = (version: string) => `"${version}"`;

export function codeRoutes(on: On, {database, now, warnings, planScripts}: Services): void {
	/** The export of the script; before the first pass a file that names the steps. */
	async function codeOfPlan(testId: TestId, row: TestCodeRow, planSteps: string): Promise<string> {
		const script = await findScript(database, testId);
		const steps = (JSON.parse(planSteps) as PlanFileStep[]).map(({description}) => description);
		if (!script || !planScripts) return draftOfPlan({name: row.name, steps});
		return planScripts.exportCode(script, {name: row.name, targetUrl: row.target_url ?? '', steps});
	}

	on(
		getTestCode,
		async ({caller, params}) => {
			const row = await findTestCode(database, caller.accountId, params.testId);
			if (!row) throw notFound('test', params.testId);
			const codeVersion = versionText(row.code_version);
			return {
				testId: params.testId,
				language: row.plan_steps === null ? 'python' : 'typescript',
				framework: row.type === 'frontend' ? 'playwright' : 'pytest',
				code: row.plan_steps === null ? row.code : await codeOfPlan(params.testId, row, row.plan_steps),
				codeVersion,
				etag: etagOf(codeVersion),
			};
		},
		answer => ({etag: etagOf(String(answer.codeVersion))}),
	);

	on(
		putTestCode,
		async ({caller, params, body, headers, log}) => {
			const row = await findTestCode(database, caller.accountId, params.testId);
			if (!row) throw notFound('test', params.testId);
			if (row.plan_steps !== null) throw madeOfPlan(params.testId);
			const expected = expectedVersion(headers['if-match']);
			requireCode(body.code);
			const updatedAt = now();
			const stored = await replaceTestCode(database, params.testId, {code: body.code, expected, now: updatedAt});
			if (stored === null) throw notFound('test', params.testId);
			if ('current' in stored) throw versionChanged(params.testId, versionText(stored.current));
			const codeVersion = versionText(stored.version);
			if (expected === null)
				log.warn(
					{
						audit: 'code_forced',
						testId: params.testId,
						keyId: caller.keyId,
						replaced: versionText(stored.replaced),
						codeVersion,
					},
					'code replaced without looking at its version',
				);
			const noted =
				row.type === 'frontend' ? [] : await warnings.ofCode(body.code, await declaredIn(database, row, body.code));
			return {
				testId: params.testId,
				codeVersion,
				updatedAt: timestamp(updatedAt),
				...(noted.length > 0 ? {warnings: noted} : {}),
			};
		},
		answer => ({etag: etagOf(answer.codeVersion)}),
	);
}

/** The version that `if-match` names, 0 for one that no test has; null for `*`. Surrounding double quotes are accepted. */
function expectedVersion(header: string | undefined): number | null {
	const value = header?.trim().replace(/^"(.*)"$/, '$1');
	if (!value) throw invalid('if-match', 'required', 'The header if-match must name the version to replace, or be *.');
	if (value === '*') return null;
	return Number(/^v([1-9]\d{0,14})$/.exec(value)?.[1] ?? 0);
}

const madeOfPlan = (testId: TestId) =>
	new ServiceError('VALIDATION_ERROR', 'This test is made of a plan: its code follows from its steps.', {
		nextAction: `Change the steps: svc test plan put ${testId} --steps <steps-file>`,
		details: {field: 'testId', reason: 'backend_only'},
	});

const versionChanged = (testId: TestId, currentCodeVersion: string) =>
	new ServiceError('PRECONDITION_FAILED', `The stored code is ${currentCodeVersion}, not the version to replace.`, {
		nextAction: `Apply the change to the current code, and send it with that version: svc test code get ${testId}`,
		details: {currentCodeVersion},
	});
