import type {TestId} from '../../contract/ids.ts';
import type {ReadinessCheck} from '../../contract/operations.ts';
import type {SecretBox} from '../auth/secret-box.ts';
import type {TargetCheck} from '../auth/target-policy.ts';
import type {Settings} from '../process/config.ts';
import type {ChangeSets, Settling, Refinements} from '../domain/change-sets.ts';
import type {Cleanup} from '../domain/cleanup.ts';
import type {Discoveries, SiteDiscoveries} from '../domain/discovery.ts';
import type {Failures} from '../domain/failures.ts';
import type {Views} from '../domain/views.ts';
import type {Generations} from '../domain/generations.ts';
import type {PlanScripts} from '../domain/plan-scripts.ts';
import type {Others} from '../domain/ownership.ts';
import type {Plans} from '../domain/plans.ts';
import type {Schedules} from '../domain/schedules.ts';
import type {FindingDecisions} from '../domain/finding-decisions.ts';
import type {Tally} from '../domain/tally.ts';
import type {Tracing} from '../domain/tracing.ts';
import type {Engine} from '../engine/engine.ts';
import type {Database} from '../store/database.ts';
import type {NewId} from '../store/ids.ts';
import type {Declaration} from '../store/tests/tests.ts';

/** An endpoint as the store keeps it; a shape that is not needed is null. */
type StoredEndpoint = {
	id: string;
	method: string;
	path: string;
	base_path: string;
	request_shape: string | null;
	response_shape: string | null;
};

/** Everything the HTTP layer works with. The composition root puts it together. */
export type Services = {
	database: Database;
	engine: Engine;
	secretBox: SecretBox;
	/** For what only has to last as long as this process. */
	passingBox: SecretBox;
	checkTarget: TargetCheck;
	newId: NewId;
	/** Other processes that serve the store; absent: none. */
	others?: Others | undefined;
	/** Epoch milliseconds. */
	now(): number;
	/** Milliseconds of a clock that never goes back. */
	elapsedMs(): number;
	settings: Settings;
	/** Opens `POST /local/keys` for the owner of the data directory; new at each start. */
	ownerToken: string;
	/** Account of the owner of the data directory. */
	ownerAccountId: string;
	warnings: TestWarnings;
	/** Throws when a test, as it would be among those of its project, cannot come after those that it names. */
	refuseOrder(testId: TestId, tests: readonly Declaration[]): void;
	failures: Failures;
	cleanup: Cleanup;
	schedules: Schedules;
	views: Views;
	discoveries: Discoveries;
	siteDiscoveries: SiteDiscoveries;
	plans: Plans;
	changeSets: ChangeSets;
	refinements: Refinements;
	findingDecisions: FindingDecisions;
	settling: Settling;
	generations: Generations;
	/** Finds the endpoint that deletes what another one creates. */
	findDeleteEndpoint(
		endpoints: readonly StoredEndpoint[],
	): (creating: StoredEndpoint & {summary: string | null}) => string | null;
	/** Signs the addresses of assets; derived from the key of the data directory. */
	assetKey: Uint8Array;
	/** Where spans go; null or absent: nobody traces. */
	tracing?: Tracing | null;
	/** What was done since the last call, for the metrics. */
	takeTally(): Tally;
	/** What `/readyz` reports, the store included. */
	readiness(): Promise<ReadinessCheck[]>;
	hasBackendRunner(): Promise<boolean>;
	/** Of plans that a browser executes; null: this service executes none. */
	planScripts: PlanScripts | null;
};

/** Warnings for the author of a test. They never refuse anything. */
type TestWarnings = {
	/**
	 * Of the source: what Python cannot read, a value that is read or published and not declared, a literal credential, nothing checked.
	 * `known`: values that the tests of its project produce.
	 */
	ofCode(
		code: string,
		declared: {produces: readonly string[]; needs: readonly string[]; known: readonly string[]},
	): Promise<string[]>;
	/** Of the declarations of one test among all tests of its project: missing producers, a circular dependency. */
	ofDeclarations(testId: TestId, tests: readonly Declaration[]): string[];
};
