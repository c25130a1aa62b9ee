import {chmodSync, mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import {browserBinary} from '../../../service/browser/browser-binary.ts';
import {findBrowser} from '../../../service/browser/find-browser.ts';
import {temporaryDirectory} from '../../source/process/bundle-script.ts';

function put(file: string, content = '\x7fELF'): string {
	mkdirSync(dirname(file), {recursive: true});
	writeFileSync(file, content);
	chmodSync(file, 0o755);
	return file;
}

it.each([
	['an absolute path', (lib: string) => `#!/bin/sh -e\n\n${lib}/shell "$@"\n`],
	['variables', (lib: string) => `#!/bin/sh\nLIBDIR=${lib}\nAPPNAME=shell\nexec $LIBDIR/$APPNAME $FLAGS "$@"\n`],
	[
		'the last of several commands',
		(lib: string) =>
			`#!/bin/bash\nif [ "$1" = x ]; then\n  exec ${lib}/other-gone "$@"\nfi\nexec -a "$0" "${lib}/shell" "$@"\n`,
	],
])('a launcher that names its browser by %s is followed to it', (_, script) => {
	const folder = temporaryDirectory();
	const binary = put(join(folder, 'lib', 'shell'));
	const launcher = put(join(folder, 'bin', 'chromium'), script(join(folder, 'lib')));
	expect(browserBinary(launcher)).toBe(binary);
	expect(findBrowser({PATH: dirname(launcher), HOME: folder})).toBe(binary);
});

it('a launcher beside its browser is followed, and one that does not tell is taken as it is', () => {
	const folder = temporaryDirectory();
	const binary = put(join(folder, 'chrome'));
	const beside = put(
		join(folder, 'google-chrome'),
		'#!/bin/bash\nHERE="`dirname "$CHROME_WRAPPER"`"\nexec "$HERE/chrome" "$@"\n',
	);
	expect(browserBinary(beside)).toBe(binary);
	const silent = put(join(folder, 'silent'), '#!/bin/sh\nsnap run chromium\n');
	expect(browserBinary(silent)).toBe(silent);
});

it('SVC_BROWSER wins over what is installed, and an installed one over a download', () => {
	const folder = temporaryDirectory();
	const named = put(join(folder, 'named'));
	const installed = put(join(folder, 'bin', 'chromium'));
	const cache = join(folder, 'cache');
	put(join(cache, 'chromium-1100', 'chrome-linux', 'chrome'));
	put(join(cache, 'chromium_headless_shell-999', 'chrome-linux', 'headless_shell'));
	const newest = put(
		join(cache, 'chromium_headless_shell-1201', 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
	);
	const env = {PLAYWRIGHT_BROWSERS_PATH: cache, HOME: folder};
	expect(findBrowser({...env, PATH: join(folder, 'bin'), SVC_BROWSER: named})).toBe(named);
	expect(findBrowser({...env, PATH: join(folder, 'bin'), SVC_BROWSER: join(folder, 'none')})).toBeNull();
	expect(findBrowser({...env, PATH: join(folder, 'bin')})).toBe(installed);
	expect(findBrowser({...env, PATH: join(folder, 'empty')})).toBe(newest);
	expect(findBrowser({PATH: join(folder, 'empty'), HOME: folder})).toBeNull();
});
