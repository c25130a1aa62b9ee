/** More failed files than this are no accident: the suite ends red without a second look. */
const mostFiles = 3;

const failedTests = file => file.assertionResults.filter(test => test.status === 'failed');
const passedTests = file => file.assertionResults.filter(test => test.status === 'passed');

/** A file that cannot be loaded has no tests to count but is a failure. */
const failuresOf = file =>
	file.status === 'failed' && file.assertionResults.length === 0 ? 1 : failedTests(file).length;

/** The failures of a file, each as `file: test (the first line of its message)`. */
const failureLines = (file, from) => {
	const at = file.name.startsWith(from) ? file.name.slice(from.length) : file.name;
	const line = (title, message) => `${at}: ${title}${message ? ` (${message.split('\n', 1)[0]})` : ''}`;
	return file.assertionResults.length === 0
		? [line('could not be loaded', file.message)]
		: failedTests(file).map(test => line(test.fullName, test.failureMessages?.[0]));
};

const passesOf = file => passedTests(file).length;

/**
 * The test files that are run once more: those with a failure, when they are few.
 *
 * @param {readonly object[] | undefined} files `testResults` of vitest's JSON report
 * @returns {string[]} absolute paths
 */
export function filesToRepeat(files = []) {
	const failed = files.filter(file => failuresOf(file) > 0).map(file => file.name);
	return failed.length <= mostFiles ? failed : [];
}

/**
 * The tests of these files that are run once more: those that failed.
 *
 * @param {readonly object[] | undefined} files `testResults` of vitest's JSON report
 * @param {readonly string[]} again the names of the files
 * @returns {string | null} a pattern of their full names; null: the whole files, since one of them could not be loaded
 */
export function testsToRepeat(files = [], again) {
	const failed = files.filter(({name}) => again.includes(name));
	if (failed.some(file => failedTests(file).length === 0)) return null;
	const names = failed.flatMap(failedTests).map(({fullName}) => fullName.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
	return `^(?:${names.join('|')})$`;
}

/** A file as it ended: tests that were repeated count as they did the second time. */
function ended(file, later) {
	if (!later || file.assertionResults.length === 0 || later.assertionResults.length === 0) return later ?? file;
	const wasRun = ({status}) => status === 'passed' || status === 'failed';
	const repeated = new Map(later.assertionResults.filter(wasRun).map(test => [test.fullName, test]));
	return {...file, assertionResults: file.assertionResults.map(test => repeated.get(test.fullName) ?? test)};
}

/**
 * What the suite comes to. A test that was repeated counts as it ended the second time; one that failed at first only
 * is named in `unsteady`. A run that ended red without a failed test (an error outside of any test) counts as one failure.
 *
 * @param {{passed: boolean, files?: readonly object[]}} first the whole run
 * @param {{passed: boolean, files?: readonly object[]}} [second] the run of what had failed
 * @param {string} [from] the folder that names of files leave out, with its last slash
 * @returns {{passed: number, failed: number, unsteady: string[], failures: string[]}} `failures`: a line of every failed test
 */
export function count(first, second, from = '') {
	const repeated = new Map((second?.files ?? []).map(file => [file.name, file]));
	const files = (first.files ?? []).map(file => ended(file, repeated.get(file.name)));
	const sum = numberOf => files.reduce((total, file) => total + numberOf(file), 0);
	const counted = sum(failuresOf);
	const unexplained = second ? !second.passed : !first.passed;
	const unsteady = (first.files ?? []).flatMap(file => {
		const later = repeated.get(file.name);
		if (!later) return [];
		const nowPassed = new Set(passedTests(later).map(test => test.fullName));
		return failedTests(file)
			.map(test => test.fullName)
			.filter(name => nowPassed.has(name));
	});
	const failures = files.filter(file => failuresOf(file) > 0).flatMap(file => failureLines(file, from));
	if (counted === 0 && unexplained) failures.push('an error outside of any test, or no report: see above');
	return {passed: sum(passesOf), failed: counted === 0 && unexplained ? 1 : counted, unsteady, failures};
}
