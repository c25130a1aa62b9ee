// Preloaded into a process that must touch nothing: opening a connection, starting a program, or using a file that is
// not part of the program itself throws, and is told on file descriptor 3 even when somebody catches the error.
const fs = require('node:fs');
const {fileURLToPath} = require('node:url');
const {join, resolve, sep} = require('node:path');

const report = fs.writeSync.bind(fs, 3);
const programs = [
	process.env.TOUCH_NOTHING_PROGRAM,
	join(__dirname, 'touch-nothing-many.mjs'),
	join(resolve(process.execPath, '../..'), sep),
];

function refuse(what) {
	report(`${what}\n`);
	throw new Error(`refused: ${what}`);
}

const pathOf = file =>
	typeof file === 'number' ? null : resolve(file instanceof URL ? fileURLToPath(file) : String(file));
const isOwn = path => path === null || programs.some(folder => path.startsWith(folder));

/** Replaces every function of an object that takes a path first. */
function guardFiles(owner, prefix) {
	for (const name of Object.keys(owner)) {
		if (typeof owner[name] !== 'function' || !fileFunctions.has(name.replace(/Sync$/, ''))) continue;
		const original = owner[name];
		owner[name] = function (file, ...rest) {
			const path = pathOf(file);
			if (!isOwn(path)) refuse(`${prefix}.${name} ${path}`);
			return original.call(this, file, ...rest);
		};
	}
}

const fileFunctions = new Set(
	`access appendFile chmod chown copyFile cp createReadStream createWriteStream exists lchown link lstat lutimes mkdir
	mkdtemp open openAsBlob opendir readFile readdir readlink realpath rename rm rmdir stat statfs symlink truncate unlink
	unwatchFile utimes watch watchFile writeFile`.split(/\s+/),
);
guardFiles(fs, 'fs');
guardFiles(fs.promises, 'fs.promises');

for (const [module, names] of Object.entries({
	'node:net': ['connect', 'createConnection', 'createServer'],
	'node:tls': ['connect'],
	'node:dgram': ['createSocket'],
	'node:http': ['request', 'get', 'createServer'],
	'node:https': ['request', 'get'],
	'node:http2': ['connect'],
	'node:dns': ['lookup', 'resolve', 'resolve4', 'resolve6'],
	'node:child_process': ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
})) {
	const owner = require(module);
	for (const name of names) owner[name] = (...args) => refuse(`${module}.${name} ${JSON.stringify(args[0])}`);
}
require('node:net').Socket.prototype.connect = (...args) => refuse(`Socket.connect ${JSON.stringify(args[0])}`);
globalThis.fetch = address => refuse(`fetch ${address}`);
require('node:module').syncBuiltinESMExports();
