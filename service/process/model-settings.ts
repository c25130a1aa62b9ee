import type {StoredConfig} from './config.ts';
import {type ModelSettings, modelStyles} from '../plans/words/model/model-settings.ts';
import {ServeError} from './serve-error.ts';
import {readRegularFile} from '../../source/process/regular-file.ts';

/** What the environment says about a model. Null: nothing. */
export type ModelEnvironment = Record<'url' | 'name' | 'style' | 'key' | 'keyFile', string | null>;

export const noModel: ModelEnvironment = {url: null, name: null, style: null, key: null, keyFile: null};

/** Takes the model settings out of the environment, so that no process we start inherits the key. */
export function takeModelEnvironment(env: Record<string, string | undefined>): ModelEnvironment {
	const take = (name: string) => {
		const value = env[name] || null;
		delete env[name];
		return value;
	};
	return {
		url: take('SVC_MODEL_URL'),
		name: take('SVC_MODEL_NAME'),
		style: take('SVC_MODEL_STYLE'),
		key: take('SVC_MODEL_KEY'),
		keyFile: take('SVC_MODEL_KEY_FILE'),
	};
}

/**
 * The model of this start: of the environment, else of `config.json`. Null: none is configured, and none is ever asked.
 * Throws `ServeError` for one that cannot be used; its key is not repeated.
 */
export function modelSettings(given: ModelEnvironment, stored: StoredConfig['model']): ModelSettings | null {
	const url = given.url ?? stored?.url ?? null;
	const name = given.name ?? stored?.name ?? null;
	const style = given.style ?? stored?.style ?? 'openai';
	const keyFile = given.keyFile ?? stored?.keyFile ?? null;
	if (url === null && name === null) return null;
	if (url === null || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
		throw unusable('SVC_MODEL_URL', 'it must be the http or https address of the model');
	if (name === null) throw unusable('SVC_MODEL_NAME', 'it must be the name of the model');
	if (!modelStyles.includes(style as never))
		throw unusable('SVC_MODEL_STYLE', `it must be one of ${modelStyles.join(', ')}`);
	const key = given.key ?? (keyFile === null ? null : readKey(keyFile));
	return {url: url.replace(/\/$/, ''), name, style: style as ModelSettings['style'], key};
}

function readKey(path: string): string {
	try {
		return readRegularFile(path).trim();
	} catch {
		throw unusable('SVC_MODEL_KEY_FILE', 'it cannot be read');
	}
}

const unusable = (field: string, why: string) =>
	new ServeError('VALIDATION_ERROR', `The model cannot be used: ${field} is not valid, ${why}.`, {
		nextAction: 'Correct it in the environment or under `model` in config.json, or remove all of it to use none.',
		details: {field, reason: 'invalid'},
	});
