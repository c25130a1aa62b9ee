import type {IncomingHttpHeaders} from 'node:http';
import type {Heal} from '../../../contract/heal.ts';
import type {AccountId, RunId, TestId} from '../../../contract/ids.ts';
import {acceptHeal, listHeals, refuseHeal} from '../../../contract/routes/heals.ts';
import {assetIdOf} from '../../domain/run-part.ts';
import {notFound} from '../../domain/service-error.ts';
import {nullableTimestamp, timestamp} from '../../domain/timestamp.ts';
import * as accept from '../../store/tests/accept-heal.ts';
import type {HealTable, HealTarget} from '../../store/runs/browser-tables.ts';
import * as heals from '../../store/tests/heals.ts';
import {findStep} from '../../store/runs/run-steps.ts';
import {findTestCode} from '../../store/tests/tests.ts';
import {readCursor, writeCursor} from '../cursor.ts';
import type {On} from '../register-route.ts';
import type {Services} from '../services.ts';
import {mediaAddresses} from '../step-media.ts';

const defaultPageSize = 25;

export function healRoutes(on: On, services: Services): void {
	const {database, now} = services;

	async function requireTest(accountId: AccountId, testId: TestId): Promise<void> {
		if (!(await findTestCode(database, accountId, testId))) throw notFound('test', testId);
	}

	async function shown(row: HealTable, headers: IncomingHttpHeaders): Promise<Heal> {
		const {address} = mediaAddresses(services, headers);
		const pictureOf = async (runId: RunId | null) => {
			const step = runId === null ? null : await findStep(database, runId, row.step_index);
			const id = step?.picture_hash && assetIdOf(step.run_id, {kind: 'step', index: step.step_index, name: 'picture'});
			return address(id ?? null);
		};
		return {
			healId: row.id,
			testId: row.test_id,
			runId: row.run_id,
			stepIndex: row.step_index,
			status: row.status,
			score: row.score,
			margin: row.margin,
			evidence: JSON.parse(row.evidence) as string[],
			from: targetOf(row.from_target),
			to: targetOf(row.to_target),
			beforeUrl: await pictureOf(row.saved_from_run_id),
			afterUrl: await pictureOf(row.run_id),
			createdAt: timestamp(row.created_at),
			decidedAt: nullableTimestamp(row.decided_at),
		};
	}

	on(listHeals, async ({caller, params, query, headers}) => {
		await requireTest(caller.accountId, params.testId);
		const list = `heals ${params.testId}`;
		const {rows, next} = await heals.listHeals(database, params.testId, query.status, {
			pageSize: query.pageSize ?? defaultPageSize,
			after: readCursor(list, query, now()),
		});
		const items: Heal[] = [];
		for (const row of rows) items.push(await shown(row, headers));
		return {items, nextToken: next && writeCursor(list, query, next, now())};
	});

	on(acceptHeal, async ({caller, params, headers}) => {
		await requireTest(caller.accountId, params.testId);
		const {heal, codeVersion} = await database
			.transaction()
			.execute(transaction => accept.acceptHeal(transaction, params.testId, params.healId, now()));
		return {...(await shown(heal, headers)), codeVersion: `v${codeVersion}`};
	});

	on(refuseHeal, async ({caller, params, headers}) => {
		await requireTest(caller.accountId, params.testId);
		const row = await database
			.transaction()
			.execute(transaction => heals.refuseHeal(transaction, params.testId, params.healId, now()));
		return shown(row, headers);
	});
}

/** The fingerprint is the service's own business. */
function targetOf(json: string): Heal['from'] {
	const {locator, role, name} = JSON.parse(json) as HealTarget;
	return {locator, role, name};
}
