import type {Migration} from 'kysely';
import * as runs from './0001-runs.ts';
import * as creditsListsCredentials from './0002-credits-lists-credentials.ts';
import * as endpointsCleanup from './0003-endpoints-cleanup.ts';
import * as callVariables from './0004-call-variables.ts';
import * as schedules from './0005-schedules.ts';
import * as credentialAssignments from './0006-credential-assignments.ts';
import * as documentsDiscovery from './0007-documents-discovery.ts';
import * as cleanupOutcomes from './0008-cleanup-outcomes.ts';
import * as cleanupCalls from './0009-cleanup-calls.ts';
import * as ownership from './0010-ownership.ts';
import * as deleteWith from './0011-delete-with.ts';
import * as sourcesFindings from './0013-sources-findings.ts';
import * as plans from './0014-plans.ts';
import * as generation from './0015-generation.ts';
import * as environments from './0018-environments.ts';
import * as changeSets from './0019-change-sets.ts';
import * as learning from './0020-learning.ts';
import * as neededHelp from './0022-needed-help.ts';
import * as browser from './0025-browser.ts';
import * as credentialSetAt from './0026-credential-set-at.ts';
import * as modelTexts from './0027-model-texts.ts';
import * as projectDescription from './0027-project-description.ts';
import * as siteDiscoveries from './0028-site-discoveries.ts';
import * as codeSteps from './0030-code-steps.ts';
import * as order from './0035-order.ts';
import * as selected from './0040-selected.ts';
import * as cleanDocuments from './0044-clean-documents.ts';
import * as team from './0048-team.ts';
import * as people from './0050-people.ts';
import * as rateWindows from './0051-rate-windows.ts';
import * as maxParallel from './0052-max-parallel.ts';
import * as artifactAddresses from './0053-artifact-addresses.ts';
import * as openCalls from './0054-open-calls.ts';
/** Every migration in the order of its name; kept in code so that the bundle carries them. */
export const migrations: Record<string, Migration> = {
	'0001-runs': runs,
	'0002-credits-lists-credentials': creditsListsCredentials,
	'0003-endpoints-cleanup': endpointsCleanup,
	'0004-call-variables': callVariables,
	'0005-schedules': schedules,
	'0006-credential-assignments': credentialAssignments,
	'0007-documents-discovery': documentsDiscovery,
	'0008-cleanup-outcomes': cleanupOutcomes,
	'0009-cleanup-calls': cleanupCalls,
	'0010-ownership': ownership,
	'0011-delete-with': deleteWith,
	'0013-sources-findings': sourcesFindings,
	'0014-plans': plans,
	'0015-generation': generation,
	'0018-environments': environments,
	'0019-change-sets': changeSets,
	'0020-learning': learning,
	'0022-needed-help': neededHelp,
	'0025-browser': browser,
	'0026-credential-set-at': credentialSetAt,
	'0027-model-texts': modelTexts,
	'0027-project-description': projectDescription,
	'0028-site-discoveries': siteDiscoveries,
	'0030-code-steps': codeSteps,
	'0035-order': order,
	'0040-selected': selected,
	'0044-clean-documents': cleanDocuments,
	'0048-team': team,
	'0050-people': people,
	'0051-rate-windows': rateWindows,
	'0052-max-parallel': maxParallel,
	'0053-artifact-addresses': artifactAddresses,
	'0054-open-calls': openCalls,
};
