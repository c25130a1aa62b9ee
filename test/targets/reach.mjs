/**
 * Reach: the operations with a green happy path, out of those that the rules of safety allow to be called with an effect.
 * A happy path is a test that calls the operation, not only to set its stage, and wants it to succeed.
 *
 * @param subPlans parts of the plan, one per operation
 * @param tests `{testId, name, accepted}`, `accepted` being names of operations
 * @param verdictOf tells how a test ended, by its id
 * @returns `{reached, allowed, share, missed, unsafe}`; `missed` and `unsafe` say why
 */
export function reachOf(subPlans, tests, verdictOf) {
	const unsafe = [];
	const allowed = [];
	const reached = [];
	const missed = [];
	for (const {method, path, zeroReason} of subPlans) {
		const operation = `${method} ${path}`;
		if (zeroReason !== null && isUnsafe(zeroReason)) {
			unsafe.push({operation, why: zeroReason.message});
			continue;
		}
		allowed.push(operation);
		const own = tests.filter(({accepted}) => accepted.includes(operation));
		if (own.some(({testId}) => verdictOf(testId) === 'passed')) reached.push(operation);
		else missed.push({operation, why: zeroReason?.message ?? whyOf(own, verdictOf)});
	}
	return {reached, allowed, share: allowed.length === 0 ? 0 : reached.length / allowed.length, missed, unsafe};
}

const whyOf = (own, verdictOf) =>
	own.length === 0
		? 'no test wants it to succeed'
		: own.map(({testId, name}) => `${verdictOf(testId)}: ${name}`).join(', ');

/** Left out because it would change what no test has made, whoever sends it: a person may add it by hand. */
const isUnsafe = ({code, message}) =>
	code === 'excluded_by_instruction' || code === 'covered_elsewhere' || /add a test by hand$/.test(message);
