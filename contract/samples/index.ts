import type {ResponseOf, Route} from '../route.ts';
import type {routes} from '../routes/index.ts';
import {accountSamples} from './account.ts';
import {accountsSamples} from './accounts.ts';
import {authenticationSamples} from './authentication.ts';
import {batchSamples} from './batches.ts';
import {callSamples} from './calls.ts';
import {chainSamples} from './chains.ts';
import {changeSetSamples} from './change-sets.ts';
import {cleanupSamples} from './cleanup.ts';
import {credentialSetSamples} from './credential-sets.ts';
import {discoverySamples} from './discovery.ts';
import {documentSamples} from './documents.ts';
import {echo} from './echo.ts';
import {edgeSamples} from './edges.ts';
import {endpointSamples} from './endpoints.ts';
import {environmentSamples} from './environments.ts';
import {failureSamples} from './failures.ts';
import {findingSamples} from './findings.ts';
import {healSamples} from './heals.ts';
import {ledgerSamples} from './ledger.ts';
import {generationSamples} from './generations.ts';
import {memberSamples} from './members.ts';
import {planSamples} from './plans.ts';
import {projectSamples} from './projects.ts';
import {refinementSamples} from './refinements.ts';
import {rerunSamples} from './reruns.ts';
import {runSamples} from './runs.ts';
import type {Sample, SampleInput, Samples} from './sample.ts';
import {scheduleSamples} from './schedules.ts';
import {siteDiscoverySamples} from './site-discovery.ts';
import {testListSamples} from './test-lists.ts';
import {testSamples, planStepSamples} from './tests.ts';
import {variableSamples} from './variables.ts';

/** A sample for every route of the API, by its name. */
export const samples: Samples<typeof routes> = {
	...accountSamples,
	...accountsSamples,
	...memberSamples,
	...projectSamples,
	...testSamples,
	...runSamples,
	...rerunSamples,
	...batchSamples,
	...failureSamples,
	...healSamples,
	...planStepSamples,
	...testListSamples,
	...authenticationSamples,
	...credentialSetSamples,
	...environmentSamples,
	...ledgerSamples,
	...endpointSamples,
	...edgeSamples,
	...documentSamples,
	...discoverySamples,
	...siteDiscoverySamples,
	...planSamples,
	...changeSetSamples,
	...refinementSamples,
	...findingSamples,
	...generationSamples,
	...cleanupSamples,
	...scheduleSamples,
	...variableSamples,
	...callSamples,
	...chainSamples,
};

/** The answer of a dry run: a sample "that matches the contract". */
export function sampleAnswer<R extends Route>(route: R, input: SampleInput<R>): ResponseOf<R> {
	// A route and its sample have one name; the type of the pair is lost when the sample is looked up.
	const sample = (samples as unknown as Record<string, Sample<R> | undefined>)[route.name];
	if (!sample) throw new Error(`there is no sample for ${route.name}`);
	return echo(route, sample(input), input) as ResponseOf<R>;
}
