// Packages of the system that the tests use besides Node, npm, git and Python: installed where that is
// allowed (root, or sudo without a password, on a Debian-like system), otherwise named with the command to run.
import {spawnSync} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';
import process from 'node:process';

/** Whether `command` is found on PATH. */
export function hasCommand(command, env = process.env) {
	return (env.PATH ?? '').split(delimiter).some(folder => {
		try {
			accessSync(join(folder, command), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

const succeeds = (command, args) => spawnSync(command, args, {stdio: 'ignore'}).status === 0;

/** How to call apt-get here: directly as root, through sudo without a password, or not at all (null). */
function aptPrefix() {
	if (!hasCommand('apt-get')) return null;
	if (process.getuid?.() === 0) return [];
	return hasCommand('sudo') && succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : null;
}

/**
 * Makes sure that every need is met.
 * @param {Array<{package: string, met: () => boolean, why: string}>} needs
 * @param {(line: string) => void} say one line for people
 * @returns {string | null} null when all is met, else a message that names the command to run
 */
export function ensureSystemPackages(needs, say) {
	const missing = () => needs.filter(need => !need.met());
	const open = missing();
	if (open.length === 0) return null;
	const names = open.map(need => need.package);
	const command = `apt-get install -y ${names.join(' ')}`;
	const prefix = aptPrefix();
	if (prefix) {
		say(`installing ${names.join(', ')} (${open.map(need => need.why).join('; ')})`);
		const apt = (...args) =>
			spawnSync([...prefix, 'apt-get'][0], [...[...prefix, 'apt-get'].slice(1), ...args], {
				stdio: ['ignore', 'ignore', 'inherit'],
				env: {...process.env, DEBIAN_FRONTEND: 'noninteractive'},
			});
		apt('update', '-q');
		apt('install', '-y', '-q', '--no-install-recommends', ...names);
	}
	const left = missing();
	if (left.length === 0) return null;
	return [
		'These packages of the system are missing:',
		...left.map(need => `  ${need.package}: ${need.why}`),
		`Install them and try again: sudo ${command}`,
	].join('\n');
}
