import fc from 'fast-check';

/**
 * The same cases every time, so that a change is what makes a property fail. Look for more by hand:
 * `SVC_PROPERTY_SEED=$RANDOM SVC_PROPERTY_RUNS=20000 npx vitest run test/source/terminal`.
 */
fc.configureGlobal({
	seed: Number(process.env['SVC_PROPERTY_SEED'] ?? 20_261_121),
	...(process.env['SVC_PROPERTY_RUNS'] && {numRuns: Number(process.env['SVC_PROPERTY_RUNS'])}),
});

export default fc;
