import {randomBytes} from 'node:crypto';
import type {ReadinessCheck} from '../../contract/operations.ts';
import {importReader} from '../../source/test-code/imported-modules.ts';
import {codeReader, linesOf} from '../../source/test-code/test-warnings.ts';
import {usualPythons} from '../../source/test-code/lint-code.ts';
import {declarationWarnings} from '../analysis/declaration-warnings.ts';
import {refuseOrder} from '../analysis/refuse-order.ts';
import {createCleanup} from '../cleanup/create-cleanup.ts';
import {findDeleteEndpoint} from '../cleanup/known-endpoint.ts';
import type {Failures} from '../domain/failures.ts';
import {createHttpServer} from '../http/server.ts';
import {deriveAssetKey} from '../http/signed-url.ts';
import type {Scheduling} from '../schedules/create-scheduling.ts';
import {createViews} from '../views/create-views.ts';
import type {Execution} from './assemble-engine.ts';
import type {Planning} from './assemble-planning.ts';
import type {Company} from './join-company.ts';
import type {Base} from './open-base.ts';
import {connectionLimit, openFileLimit} from './process-files.ts';
import type {ReleaseStack} from './release-stack.ts';
import type {Runners} from './start-runners.ts';

/** Clients that are busy ask again within it; whoever is silent for longer learns from a connection that is closed. */
const lingerMs = 1000;

type Parts = {
	base: Base;
	runners: Runners;
	company: Company;
	execution: Execution;
	planning: Planning;
	scheduling: Scheduling;
	failures: Failures;
	/** For the interpreter that reads code. */
	env: Readonly<Record<string, string | undefined>>;
	readiness(): Promise<ReadinessCheck[]>;
	releases: ReleaseStack;
};

/** The HTTP server of a process that serves; `ownerToken` opens it for whoever owns the data directory. */
export async function assembleHttp(parts: Parts) {
	const {base, runners, company, execution, planning, scheduling, failures, env, readiness, releases} = parts;
	const {database, secretBox, newId, now} = base;
	const {engine, checkTarget, tally} = execution;
	const {learner: _, ...planned} = planning;
	const readCode = codeReader([env['SVC_PYTHON'], ...usualPythons]);
	const readImports = importReader(async () =>
		// As long as nobody knows whether tests run here at all, nothing is said of where they would.
		(await runners.health.backend.ask()).ok ? runners.backend.interpreter() : null,
	);
	const ownerToken = randomBytes(32).toString('base64url');
	const http = await createHttpServer(
		{
			...planned,
			database,
			engine,
			secretBox,
			passingBox: base.passingBox,
			assetKey: deriveAssetKey(base.secretsKey),
			checkTarget,
			newId,
			others: company.others,
			now,
			elapsedMs: base.elapsedMs,
			settings: base.settings,
			ownerToken,
			ownerAccountId: base.ownerAccountId,
			cleanup: createCleanup({database, newId, now, publish: engine.publish}),
			views: createViews(database),
			findDeleteEndpoint,
			failures,
			schedules: scheduling.schedules,
			warnings: {
				ofCode: async (code, declared) =>
					(await Promise.all([readCode({code, ...declared}).then(linesOf), readImports(code)])).flat(),
				ofDeclarations: declarationWarnings,
			},
			refuseOrder,
			takeTally: tally.take,
			tracing: base.tracing,
			readiness,
			planScripts: runners.frontend,
			hasBackendRunner: async () => (await runners.health.backend.ask()).ok,
		},
		base.log,
		connectionLimit(openFileLimit()),
		company.team ? lingerMs : 0,
	);
	releases.add(() => http.close());
	return {http, ownerToken};
}
