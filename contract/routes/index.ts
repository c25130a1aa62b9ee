import type {Route} from '../route.ts';
import * as account from './account.ts';
import * as accounts from './accounts.ts';
import * as authentication from './authentication.ts';
import * as batches from './batches.ts';
import * as calls from './calls.ts';
import * as chains from './chains.ts';
import * as changeSets from './change-sets.ts';
import * as cleanup from './cleanup.ts';
import * as credentialSets from './credential-sets.ts';
import * as discovery from './discovery.ts';
import * as documents from './documents.ts';
import * as edges from './edges.ts';
import * as endpoints from './endpoints.ts';
import * as environments from './environments.ts';
import * as failures from './failures.ts';
import * as findings from './findings.ts';
import * as heals from './heals.ts';
import * as ledger from './ledger.ts';
import * as generations from './generations.ts';
import * as members from './members.ts';
import * as plans from './plans.ts';
import * as planSteps from './plan-steps.ts';
import * as projects from './projects.ts';
import * as refinements from './refinements.ts';
import * as reruns from './reruns.ts';
import * as results from './results.ts';
import * as runs from './runs.ts';
import * as schedules from './schedules.ts';
import * as siteDiscovery from './site-discovery.ts';
import * as testLists from './test-lists.ts';
import * as tests from './tests.ts';
import * as variables from './variables.ts';

/**
 * Every route of the API. For the service and the OpenAPI document; the client imports the single files, so that a
 * command loads only the schemas it needs.
 */
export const routes = {
	...account,
	...accounts,
	...members,
	...projects,
	...tests,
	...results,
	...planSteps,
	...runs,
	...reruns,
	...batches,
	...failures,
	...heals,
	...authentication,
	...credentialSets,
	...environments,
	...testLists,
	...ledger,
	...endpoints,
	...edges,
	...documents,
	...discovery,
	...siteDiscovery,
	...plans,
	...changeSets,
	...refinements,
	...findings,
	...generations,
	...cleanup,
	...schedules,
	...variables,
	...calls,
	...chains,
} as const satisfies Record<string, Route>;
