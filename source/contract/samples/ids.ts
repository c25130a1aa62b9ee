/** Identifiers of the samples: well-formed, and plainly not real. One object has one id wherever it appears. */
const sampleId = (prefix: string, last = '0') => `${prefix}_01sample${'0'.repeat(17)}${last}`;

export const sampleIds = {
	user: sampleId('usr'),
	key: sampleId('key'),
	project: sampleId('prj'),
	test: sampleId('tst'),
	producerTest: sampleId('tst', '1'),
	teardownTest: sampleId('tst', '2'),
	run: sampleId('run'),
	producerRun: sampleId('run', '1'),
	teardownRun: sampleId('run', '2'),
	earlierRun: sampleId('run', '3'),
	batch: sampleId('bat'),
	earlierBatch: sampleId('bat', '1'),
	snapshot: sampleId('snp'),
	testList: sampleId('lst'),
	ledgerEntry: sampleId('led'),
	endpoint: sampleId('ep'),
	deleteEndpoint: sampleId('ep', '1'),
	document: sampleId('doc'),
	discovery: sampleId('dsc'),
	resource: sampleId('res'),
	cleanupTest: sampleId('ctn'),
	cleanupRule: sampleId('crl'),
	schedule: sampleId('sch'),
	scheduleRun: sampleId('srn'),
	variable: sampleId('var'),
	call: sampleId('cal'),
	consumerCall: sampleId('cal', '1'),
	deleteCall: sampleId('cal', '2'),
	chain: sampleId('chn'),
	credentialSet: sampleId('crd'),
} as const;

/** Times of the samples, in the order in which things happen. */
export const sampleTimes = {
	created: '2026-01-31T09:00:00.000Z',
	enqueued: '2026-01-31T09:30:00.000Z',
	started: '2026-01-31T09:30:01.000Z',
	finished: '2026-01-31T09:30:13.000Z',
	cleaned: '2026-01-31T09:30:15.000Z',
} as const;
