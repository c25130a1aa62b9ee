import type {RecordedCall} from '../../runners/runner.ts';
import {isNearName} from '../drift.ts';
import {endpointOf} from '../endpoint.ts';
import {excerpt, counted, durationText} from '../excerpt.ts';
import {environment, testCode, certainApiCode} from '../fix-target.ts';
import {responseHeader} from '../json-body.ts';
import {metTest} from '../phrases.ts';
import type {Symptoms} from '../symptoms.ts';
import type {Rule} from './rule.ts';

/** The file never ran: the runner could not start it, or the service stopped twice meanwhile. */
export const unavailableRunner: Rule = ({run}) => {
	if (run.failureKind !== 'infra' || run.error === null) return null;
	return {
		cause: `The test could not be run to its end: ${excerpt(run.error, 300)}`,
		fix: environment(null, 'The machine of the service: `svc doctor` checks what the runner needs.'),
		call: null,
	};
};

/** Python cannot read the file. */
export const syntaxError: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (!exception || !/^(SyntaxError|IndentationError|TabError)$/.test(exception.name) || run.calls.length > 0)
		return null;
	// The message ends with file and line, which the sentence already says.
	const message = excerpt(exception.message.replace(/ \([^()]*, line \d+\)$/, ''), 160);
	return {
		cause: `Python cannot read the test${atLine}: ${message} (${exception.name}). No statement of it was executed.`,
		fix: testCode(symptoms, 'Correct the line; nothing else was tried.'),
		call: null,
		isAboutSource: true,
	};
};

/** The test imports a module that its interpreter does not have. */
export const missingModule: Rule = symptoms => {
	const {exception, run, atLine} = symptoms;
	if (exception?.name !== 'ModuleNotFoundError') return null;
	const module = /No module named '([^']+)'/.exec(exception.message)?.[1];
	if (!module) return null;
	const said = `${run.error}\n${run.trace ?? ''}`;
	const imports = `The test imports \`${excerpt(module, 80)}\`${atLine}`;
	const lacks = `${imports}, which the Python of the service does not have.`;
	if (/is no package: a test is one file/.test(said))
		return {
			cause: `${imports}, a module of its own: a test is one file, and modules beside it are not sent with it.`,
			fix: testCode(symptoms, 'put what it uses of that module into the test itself.'),
			call: null,
			isAboutSource: true,
		};
	if (/a package is installed into that Python/.test(said))
		return {
			cause: lacks,
			fix: testCode(
				symptoms,
				'a module of your own is not sent with the test, which is one file: put what it uses of it into the test itself. Where it is a package, install it into that Python.',
			),
			call: null,
			isAboutSource: true,
		};
	const command = /install it with: (.+)$/m.exec(said)?.[1];
	return {
		cause: lacks,
		fix: environment(
			module.split('.', 1)[0]!,
			command
				? `Install it: ${command}; a module of your own is not sent with the test, which is one file.`
				: 'Install it, or do without it in the test.',
		),
		call: null,
		isAboutSource: true,
	};
};

/** "No HTTP call and no `assert` executed." */
export const checksNothing: Rule = symptoms => {
	const {run} = symptoms;
	if (run.error !== 'this test checks nothing' || run.calls.length > 0) return null;
	const definesTests = /^[ \t]*(?:async[ \t]+)?def[ \t]+\w/m.test(run.code ?? '');
	return {
		cause: 'The test made no HTTP call and executed no assertion, so it says nothing about the API.',
		fix: testCode(
			symptoms,
			definesTests
				? 'Call the functions it defines, or name them test_* and give them no parameters.'
				: 'Make a request and assert what it answers.',
		),
		call: null,
		isAboutSource: true,
	};
};

/**
 * `variables["x"]` of a value that the test does not declare to need: nothing was handed to it, whatever the API
 * answered. A declared one that is missing blocks the run before it starts.
 */
export const undeclaredVariable: Rule = symptoms => {
	const {exception, statement, atLine} = symptoms;
	const text = statement?.text ?? '';
	if (exception?.name !== 'KeyError' || !/\bvariables\s*\[/.test(text)) return null;
	// Of several that one line reads, the message says which; of one, the line itself.
	const read = [...text.matchAll(/\bvariables\s*\[\s*(['"])([^'"]+)\1\s*\]/g)].map(([, , name = '']) => name);
	const key = read.find(name => exception.message.includes(` ${name};`)) ?? read[0];
	if (key === undefined) return null;
	const name = excerpt(key, 60);
	const {cause, advice} = said(symptoms, key, name);
	return {
		cause: `The test reads \`variables["${name}"]\`${atLine}, but does not declare that it needs \`${name}\`, ${cause}`,
		fix: testCode(symptoms, advice),
		call: null,
		isAboutSource: true,
	};
};

/** Whether another test produces the value decides what helps. */
function said({facts, run}: Symptoms, key: string, name: string): {cause: string; advice: string} {
	const {project} = facts;
	const others = (project?.produced ?? []).filter(({testId}) => testId !== run.testId);
	const producer = others.find(one => one.name === key);
	if (!project || producer)
		return {
			cause: producer
				? `which "${excerpt(producer.title, 80)}" produces: no value was handed over.`
				: 'so no other test handed it over.',
			advice: `declare it: svc test update <test-id> --needs ${name}, or take the value out of the code.`,
		};
	const near = others.find(one => isNearName(one.name, key));
	if (near) {
		const meant = excerpt(near.name, 60);
		const declares = run.setUp.values.some(one => one.name === near.name)
			? ''
			: `, and declare it: svc test update <test-id> --needs ${meant}`;
		return {
			cause: `and no test of the project produces it; "${excerpt(near.title, 80)}" produces \`${meant}\`.`,
			advice: `read variables["${meant}"] where that is meant${declares}.`,
		};
	}
	return {
		cause: 'and no test of the project produces it.',
		advice: `make the value in the test itself, or let the test that makes it publish it: produce("${name}", value) in its code and --produces ${name} when it is created. See which values there are: svc test list --project <project-id>.`,
	};
}

/** The test's own time limit ended it. */
export const exceededLimit: Rule = symptoms => {
	const {run, nameOf, atLine} = symptoms;
	if (run.failureKind !== 'timeout') return null;
	const limit = `its limit of ${run.timeoutSeconds} s`;
	const waiting = run.calls.findLast(({status, error}) => status === null && error === null);
	if (waiting && waiting === run.calls.at(-1))
		return {
			cause: `The test reached ${limit} while it waited for the answer to ${nameOf(waiting)}${atLine}.`,
			fix: certainApiCode(
				waiting,
				'the endpoint had not answered when the time was up. A timeout on the request makes the test fail sooner.',
			),
			call: waiting,
		};
	const slowest = run.calls.reduce<RecordedCall | null>(
		(slow, call) => ((call.latencyMs ?? 0) > (slow?.latencyMs ?? 0) ? call : slow),
		null,
	);
	const spent = run.calls.reduce((sum, {latencyMs}) => sum + (latencyMs ?? 0), 0);
	if (slowest && spent >= run.timeoutSeconds * 500)
		return {
			cause: `The test reached ${limit}${atLine}: its ${counted(run.calls.length, 'call')} took ${durationText(spent)} together, the slowest was ${nameOf(slowest)} with ${durationText(slowest.latencyMs ?? 0)}.`,
			fix: certainApiCode(
				slowest,
				'it is the slowest call. When the time is needed, raise timeoutSeconds of the test.',
			),
			call: slowest,
		};
	if (run.failedLine === null) return null;
	const calls =
		run.calls.length === 0
			? 'it had made no call'
			: `its ${counted(run.calls.length, 'call')} took only ${durationText(spent)}`;
	return {
		cause: `The test reached ${limit} at line ${run.failedLine}; ${calls}, so the time went by in the test itself.`,
		fix: testCode(symptoms, 'look for a wait or a loop that does not end there.'),
		call: null,
		isAboutSource: true,
	};
};

/** The process of the test was over before its file was: by itself, or by a signal of another. No line can be told. */
export const endedProcess: Rule = symptoms => {
	const {run, lastAnswer, nameOf} = symptoms;
	const [, code] = /^the test ended its process with exit code (\w+) /.exec(run.error ?? '') ?? [];
	const [, signal] = /^the process of the test was ended by (SIG\w+|signal \d+)/.exec(run.error ?? '') ?? [];
	if (code === undefined && signal === undefined) return null;
	const when = lastAnswer
		? `after ${nameOf(lastAnswer)} had answered ${lastAnswer.status}`
		: run.calls.length === 0
			? 'before it made a call'
			: `after ${counted(run.calls.length, 'call')} without an answer`;
	return code === undefined
		? {
				cause: `The process of the test was ended by ${signal} ${when}; the rest of the file was not executed.`,
				fix: environment(null, 'The machine may be short of memory, or a library of the test may crash.'),
				call: null,
				isAboutSource: true,
			}
		: {
				cause: `The test ended its own process (exit code ${code}) ${when}; the rest of the file was not executed.`,
				fix: testCode(symptoms, 'let the file run to its end: an assertion that does not hold makes a test fail.'),
				call: null,
				isAboutSource: true,
			};
};

/** The API asked for fewer requests. */
export const rateLimit: Rule = symptoms => {
	const {status, run, nameOf} = symptoms;
	if (status?.status !== 429) return null;
	const {call} = status;
	const wait = responseHeader(call, 'retry-after');
	const asked = wait ? `, and asks to wait ${/^\d+$/.test(wait) ? `${wait} s` : `until ${excerpt(wait, 40)}`}` : '';
	return {
		cause: `${nameOf(call)} answered 429: too many requests${asked}${metTest(symptoms)} The run had made ${counted(run.calls.length, 'call')}.`,
		fix: environment(
			endpointOf(call),
			'Raise the limit for the tests, run fewer of them at once, or let the test wait as the answer says.',
		),
		call,
	};
};
