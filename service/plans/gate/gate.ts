import {isTelling} from '../../domain/protect-execution.ts';
import type {GateCode} from '../../../contract/enums.ts';
import type {Runner} from '../../runners/runner.ts';
import {calledPath, type Recipe} from '../recipe.ts';
import {breakingScript} from './breaking.ts';
import {variableValues} from './field-forms.ts';
import {fittingScript} from './script.ts';

/** A generated test before it enters the suite. */
export type GateSubject = {
	id: string;
	name: string;
	source: string;
	recipe: Recipe;
	/** Names that some test of the project will produce. */
	available: ReadonlySet<string>;
	/** Values that must not stand in a source. */
	secrets: readonly string[];
};

/** Why a test is not accepted; null when it is. */
export type GateVerdict = {id: string; rejection: {code: GateCode; message: string} | null};

export type GateParts = {
	runner: Pick<Runner, 'run'>;
	newId(): string;
	/** What the service warns of in a source; a credential in it is refused. */
	warningsOf(source: string): string[];
};

/** Tests that one process looks at: enough that starting it does not count. */
const together = 25;
const timeoutSeconds = 120;

/** What the process of the runtime executes: the gate itself stands beside the runtime. */
const program = `from svc_runtime.gate import check

verdicts = check(variables["subjects"])
assert len(verdicts) == len(variables["subjects"]), "a test was not looked at"
produce("verdicts", verdicts)
`;

/**
 * Looks at generated tests without a call: their syntax tree, then one execution on answers in memory
 * that fit the recipe, which has to pass, and one on answers that break its first check, which has to fail.
 */
export function createGate({runner, newId, warningsOf}: GateParts) {
	return async (subjects: readonly GateSubject[]): Promise<GateVerdict[]> => {
		const verdicts: GateVerdict[] = [];
		for (let start = 0; start < subjects.length; start += together)
			verdicts.push(...(await look(subjects.slice(start, start + together))));
		return verdicts;
	};

	async function look(subjects: readonly GateSubject[]): Promise<GateVerdict[]> {
		const leaking = new Map(subjects.map(subject => [subject.id, secretIn(subject)] as const));
		const clean = subjects.filter(({id}) => leaking.get(id) === null);
		const answers = clean.length === 0 ? [] : await execute(clean);
		return subjects.map(({id}) => {
			const secret = leaking.get(id) ?? null;
			if (secret !== null) return {id, rejection: {code: 'malformed', message: secret}};
			return (
				answers.find(answer => answer.id === id) ?? {
					id,
					rejection: {code: 'malformed', message: 'it was not looked at'},
				}
			);
		});
	}

	function secretIn({source, secrets}: GateSubject): string | null {
		if (secrets.some(secret => isTelling(secret) && source.includes(secret))) return 'it holds a secret of the project';
		// A value for a field called password may be the example of the document; what has the form of a secret is one.
		const isSecret = (warning: string) =>
			warning.includes('keep it in the project') && !warning.includes('a literal value for');
		return warningsOf(source).find(isSecret) ?? null;
	}

	async function execute(subjects: readonly GateSubject[]): Promise<GateVerdict[]> {
		const handle = runner.run({
			executionId: newId(),
			runId: newId(),
			testName: 'gate',
			code: program,
			timeoutSeconds,
			targetUrl: null,
			auth: {type: 'public', credential: '', headers: {}, extraHeaders: {}},
			variables: {subjects: subjects.map(orderOf)},
			produces: ['verdicts'],
			environment: {},
			secrets: [],
		});
		const outcome = await handle.result;
		handle.release?.();
		const found = outcome.captures.find(({name}) => name === 'verdicts')?.value;
		if (outcome.status !== 'passed' || !Array.isArray(found)) {
			// That says nothing about the tests.
			if (lacksRuntime.test(outcome.error ?? '')) throw new GateUnavailable(filesReplaced);
			// One test that takes the process with it must not take the others.
			if (subjects.length > 1) return (await Promise.all(subjects.map(subject => execute([subject])))).flat();
			if (outcome.status === 'blocked') throw new GateUnavailable(outcome.error ?? 'the Python runtime did not answer');
			return [
				{id: subjects[0]!.id, rejection: {code: 'malformed', message: outcome.error ?? 'it could not be tried out'}},
			];
		}
		return (found as Array<{id: string; code: GateCode | null; message: string}>).map(({id, code, message}) => ({
			id,
			rejection: code === null ? null : {code, message},
		}));
	}
}

/** The gate is loaded when it is needed: an update of svc may have taken its files away from a service that runs. */
const lacksRuntime = /No module named '?svc_runtime|from '?svc_runtime/;
const filesReplaced =
	'the files of svc were replaced while its service runs; stop it with `svc service stop` and start it again';

/** Nothing can be said about any test: there is no Python, it does not start, or what it needs is gone. */
export class GateUnavailable extends Error {}

function orderOf({id, name, source, recipe, available}: GateSubject): object {
	const fitting = fittingScript(recipe);
	return {
		id,
		fileName: `${name}.py`,
		source,
		endpoint: {method: recipe.endpoint.method, path: calledPath(recipe.endpoint)},
		calls: fitting.flatMap(({calls}) => calls),
		produces: recipe.produces,
		consumes: recipe.consumes,
		available: [...available],
		fitting,
		breaking: breakingScript(recipe, fitting),
		values: {
			runTag: '0a1b2c3d',
			variables: variableValues(recipe),
			environment: [...source.matchAll(/\bVAR_([A-Za-z0-9_]+)/g)].map(([, key]) => key),
		},
	};
}
