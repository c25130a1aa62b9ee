import {join} from 'node:path';
import process from 'node:process';
import type {RuntimeFinding, SandboxMode, ServiceModule, TargetPolicy} from '../../contract/service-process.ts';
import {prepareDataDirectory} from './data-directory.ts';
import {browserVersion} from '../browser/browser-binary.ts';
import {findBrowser} from '../browser/find-browser.ts';
import {browserCommand, prepareBrowser as prepareBrowserOf} from '../browser/prepare-browser.ts';
import {isFrontendOff} from './frontend.ts';
import {findPython, noPythonMessage, type PythonFinding, type PythonInterpreter} from '../runners/find-python.ts';
import {modelSettings, takeModelEnvironment} from './model-settings.ts';
import {modelInWords} from '../plans/words/model/model-settings.ts';
import {inspectSandbox} from '../runners/inspect-sandbox.ts';
import {ServeError} from './serve-error.ts';
import {readStoredConfig} from './stored-config.ts';
import {type PreparePythonOptions, preparePython as prepare, requestsCommand} from '../runners/prepare-python.ts';

/** Interpreters and browsers of this machine, for doctor. */
export const inspectRuntimes: ServiceModule['inspectRuntimes'] = async ({dataDir, env}) => {
	const {chosen, findings} = await findPython({env, dataDir});
	const python = chosen ? await pythonFinding(chosen, env) : warn('Python', noPythonMessage(findings));
	return [
		(chosen && passedOver(chosen, findings)) ?? python,
		await inspectSandbox(storedDecisions(dataDir), chosen, env),
		await browserFinding(env),
		...modelFinding(dataDir, env),
	];
};

/** Makes `requests` available to tests where it may, reporting each step in words. Throws `ServeError`. */
export const preparePython: ServiceModule['preparePython'] = async ({dataDir, env, report}) => {
	prepareDataDirectory(dataDir);
	const {python, message, command} = await prepare({dataDir, env, isRoot: isRoot(), onStep: report});
	if (python?.requests) return {name: 'Python', status: 'ok', detail: message};
	return warn('Python', command === null ? message : `${message}; run \`${command}\``);
};

/** Installs a browser where it may and none is there, reporting it in words. */
export const prepareBrowser: ServiceModule['prepareBrowser'] = async ({env, report}) => {
	if (isFrontendOff(env)) return browserFinding(env);
	const problem = await prepareBrowserOf({env, isRoot: isRoot(), onStep: report});
	return problem === null ? browserFinding(env) : warn('Chromium', problem);
};

const isRoot = () => process.getuid?.() === 0;

/** The Python that a person has named, and that tests do not run on; null when there is none. */
function passedOver(chosen: PythonInterpreter, findings: readonly PythonFinding[]): RuntimeFinding | null {
	const named = findings.find(({origin}) => origin === 'SVC_PYTHON');
	if (!named || named.interpreter === chosen) return null;
	const {candidate, problem} = named;
	const why = problem ?? 'it cannot import requests';
	return warn(
		'Python',
		`SVC_PYTHON names ${candidate} (${why}), so tests run on ${chosen.executable}; correct SVC_PYTHON or unset it`,
	);
}

async function pythonFinding(python: PythonInterpreter, env: PreparePythonOptions['env']): Promise<RuntimeFinding> {
	const {executable, version, requests} = python;
	if (requests !== null)
		return {name: 'Python', status: 'ok', detail: `${version} (${executable}), requests ${requests}`};
	const command = await requestsCommand(python, {env, isRoot: isRoot()});
	return warn('Python', `${version} (${executable}) cannot import requests; run \`${command}\``);
}

/** What frontend tests would run in: name, version and path of the browser, or the command that installs one. */
async function browserFinding(env: PreparePythonOptions['env']): Promise<RuntimeFinding> {
	if (isFrontendOff(env)) return warn('Chromium', 'SVC_FRONTEND is off: no frontend test can run; unset it');
	const path = findBrowser(env);
	const named = env['SVC_BROWSER']?.trim();
	if (path === null)
		return warn(
			'Chromium',
			named
				? `SVC_BROWSER names ${named}, which cannot be executed`
				: `no browser for tests of websites; run \`${await browserCommand({env, isRoot: isRoot()})}\`, or name one in SVC_BROWSER`,
		);
	try {
		const {name, version} = await browserVersion(path);
		const sandbox = isRoot() ? 'no sandbox, as svc runs as root' : 'sandboxed';
		return {name: 'Chromium', status: 'ok', detail: `${name} ${version} (${path}), ${sandbox}`};
	} catch (error) {
		return warn('Chromium', error instanceof Error ? error.message : String(error));
	}
}

/**
 * What the operator decided; a configuration that cannot be read is the service's to report. Without a policy it is that of
 * a service for this machine.
 */
function storedDecisions(dataDir: string): {sandbox: SandboxMode; policy: TargetPolicy} {
	const usual = {sandbox: 'auto', policy: 'private'} as const;
	try {
		const {sandbox = usual.sandbox, targetPolicy: policy = usual.policy} = readStoredConfig(
			join(dataDir, 'config.json'),
		);
		return {sandbox, policy};
	} catch (error) {
		if (error instanceof ServeError) return usual;
		throw error;
	}
}

/** A model is there only when somebody has configured one: without it nothing is missing. */
function modelFinding(dataDir: string, env: Record<string, string | undefined>): RuntimeFinding[] {
	try {
		const stored = readStoredConfig(join(dataDir, 'config.json'));
		const model = modelSettings(takeModelEnvironment({...env}), stored.model);
		return model ? [{name: 'Model', status: 'ok', detail: modelInWords(model)}] : [];
	} catch (error) {
		if (!(error instanceof ServeError)) return [];
		return [warn('Model', error.message)];
	}
}

const warn = (name: RuntimeFinding['name'], detail: string): RuntimeFinding => ({name, status: 'warn', detail});
