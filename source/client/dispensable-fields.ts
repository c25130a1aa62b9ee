/**
 * Fields that the contract promises and no command decides by: a service of another make that leaves one out is
 * understood all the same. Texts and times become "", lists become empty. Handles, states and whatever a
 * command was asked for are not among them: nothing is made up for those.
 */
const dispensable: ReadonlySet<PropertyKey> = new Set([
	// Who and when.
	'userId',
	'keyId',
	'env',
	'createdAt',
	'updatedAt',
	'deletedAt',
	'enqueuedAt',
	'firstSeenAt',
	'lastSeenAt',
	// Where a thing comes from.
	'createdFrom',
	'source',
	'trigger',
	'role',
	'codeVersion',
	'planStepsHash',
	'executionStatus',
	'language',
	'framework',
	'processStatus',
	'docRole',
	'summary',
	// What stands beside the answer itself.
	'conflicts',
	'deferred',
	'notFound',
	'skippedFrontend',
	'skippedIntegration',
	'advisories',
	'waitingFor',
	'produces',
	'consumes',
	'waves',
	'projectIds',
	'addedProducers',
	'addedConsumers',
	'addedTeardowns',
	'byProject',
	'otherSources',
	'updatedFields',
]);

/** Counts that are only shown: a service that does not count sends none of them, and none is what is shown. */
const shownCounts: ReadonlySet<PropertyKey> = new Set(['stepSummary', 'credits']);

export const areShownCounts = (key: PropertyKey | undefined): boolean => key !== undefined && shownCounts.has(key);

export const isDispensable = (key: PropertyKey | undefined): boolean => key !== undefined && dispensable.has(key);
