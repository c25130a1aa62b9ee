import {type Rewording, when} from '../rewording.ts';
import type {Token} from '../tokens.ts';
import {holding, isDatum, isNumber, isQuoted, isThing} from './guards.ts';

const isPath = (tokens: readonly Token[]) => tokens.length === 1 && /^(?:\/|https?:)/.test(tokens[0]!.text);
const isName = (tokens: readonly Token[]) => tokens.length <= 5 && isThing(tokens) && !isPath(tokens);
const page = '(page|screen|view)';
const menu =
	'[the|a] [left|left-hand|left hand|right|right-hand|right hand|top|main|side|upper|bottom|primary|app] (menu|navigation|nav|sidebar|side bar|navigation bar|nav bar|toolbar|menu bar|side menu|navigation menu|burger menu|hamburger menu)';
const browser = "(browser|browser's|browsers)";
const box =
	"(alert|prompt|confirmation|confirm|pop-up|popup|dialog|confirmation dialog|browser dialog|browser's dialog|browser alert|browser confirmation|browser's confirmation|browser's alert|browser's pop-up|browser pop-up|browser's popup|browser popup|browser prompt|browser's prompt|alert box|confirm box|native dialog|javascript alert|confirm dialog|alert dialog|dialog of the browser|native confirm box|native confirm dialog|native confirm|native confirmation|native alert|native prompt|native popup|native pop-up|browser's confirm box|browser confirm|browser's confirm)";
const suggestions =
	'(suggestions|suggestion|autocomplete|auto-complete|autocomplete suggestions|search suggestions|suggested results|suggested options)';
const ok = '(ok|yes|okay)';
const no = '(cancel|no)';
const path = holding({path: isPath});
const named = holding({page: isName});
const tab = '[browser] (tab|window)';
const size = ({width, height}: Record<string, Token[]>) =>
	/^\d{3,4}$/.test(width![0]!.text) &&
	/^\d{3,4}$/.test(height![0]!.text) &&
	width!.length === 1 &&
	height!.length === 1;
const kept = ({name}: Record<string, Token[]>) => name!.length === 1 && /^[A-Z][A-Z0-9_]+$/.test(name![0]!.text);
/** One or two small words. */
const plainThings = holding({
	things: tokens => tokens.length <= 2 && tokens.every(({kind, text}) => kind === 'word' && /^\p{Ll}+$/u.test(text)),
});
const plain = holding({thing: tokens => isThing(tokens) && tokens.every(({kind}) => kind === 'word')});

/** Every way to say where to go, what to wait for and what the browser itself does. */
export const browsing: Rewording[] = [
	...when(
		'action',
		[
			'wait (for|until) [all] [the] {thing} (to load|to be loaded|to finish loading|to be ready|have loaded|has loaded|are loaded|is loaded|have finished loading|has finished loading|finishes loading|finish loading)',
		],
		'wait for the page to load',
		({thing}) => isThing(thing!) && thing!.every(({kind}) => kind === 'word'),
	),
	...when(
		'action',
		[
			`(enter|type|put|paste|key in) {path} (in|into|in to) the [browser] (address bar|url bar|address line|address field|location bar|browser|browser's address bar) [and press enter|and hit enter|and press return|and hit return]`,
			'(call|call up|bring up|access|launch|pull up|hit|request) [the] [url|address|page|path|link] {path}',
			'(go|navigate|browse|head) (directly|straight|right) to {path}',
			'open {path} (directly|straight away|in the browser|in a browser)',
			'point (the|your) browser (to|at) {path}',
			'(open|go to|visit|load|navigate to) the (page|site|website|screen|address|url|path) (at|on|under|with the url|with the address) {path}',
			'(start|begin) [out] (at|on|with|from) {path}',
			'(navigate|go) to the (address|path|route|link) {path}',
		],
		'go to {path}',
		path,
	),
	...when(
		'action',
		[
			`(have|take) a (look|peek) at the {page} ${page}`,
			`(go|come|head) [over] [and] (look at|open|see|check out|visit) the {page} ${page}`,
			`(bring up|pull up|call up|display|show|view|enter|access|load) the {page} ${page}`,
			`(jump|surf|hop|step|turn|change|switch|move|head) [over] to the {page} ${page}`,
			`(go|get|step|enter) into the {page} ${page}`,
			`(go to|open|visit|navigate to|switch to) the ${page} [called|titled|named|with the title] {page}`,
			`(go and|then go and) (have a look at|look at) the {page} ${page} (via|through|from|using|in) ${menu}`,
		],
		'go to the {page} page',
		named,
	),
	...when(
		'action',
		[
			`(go|navigate|return|move|step|get) back [to the previous page|to the last page] (using|with|via|through|in|by) [the] ${browser} [back] [button|arrow|history]`,
			`(press|click|hit|tap|use) [the|on the] back [button|arrow|key] (of|in|on) (the|your) browser`,
			`(press|click|hit|tap|use) [on] [the] ${browser} back (button|arrow|key)`,
			'(return|go|navigate|get|move) to the (page before|last page|page you came from)',
			'go (one page|a page|one step|a step) back',
			'go back (one page|a page|one step|to the last page|to where you came from|to where you were|to the page before)',
			'(step|move|page) back (one page|a page)',
			'browser back',
			'back to the (previous|last) page',
			'back in the browser',
		],
		'go back',
	),
	...when('action', ['go back (two|2) (pages|steps|screens)'], 'go back, then go back'),
	...when('action', ['go back (three|3) (pages|steps|screens)'], 'go back, then go back, then go back'),
	// More of a list, by the button below it.
	...when('action', ['load more', 'load more {things}'], 'click load more', plainThings),
	...when('action', ['show more', 'show more {things}'], 'click show more', plainThings),
	...when('action', ['show less'], 'click show less'),
	...when(
		'action',
		[
			'forward [again] (with|using|via) the browser (arrow|button)',
			`(go|navigate|move) forward (using|with|via|through|in|by) [the] ${browser} [forward] [button|arrow|history]`,
			`(press|click|hit|tap|use) [the|on the] forward [button|arrow|key] (of|in|on) (the|your) browser`,
			'browser forward',
		],
		'go forward',
	),
	...when(
		'action',
		[
			`(refresh|reload) (the|your|this) (page|browser|browser window|browser tab|screen|window|tab|view|whole page)`,
			'(do|perform|make|trigger|force) (a|the|one) [full|browser|hard] [page] (refresh|reload) [of the page|of the browser]',
			`(click|press|hit|use|push|tap) [on] [the] ${browser} (refresh|reload|update) (button|icon|arrow)`,
			'(click|press|hit|use|push|tap) the (refresh|reload) (button|icon|arrow) (of|in) the browser',
			'(press|hit|use|push|tap) [the] f5 [key|button] [to refresh|to reload|to refresh the page|to reload the page|on the keyboard]',
			'(refresh|reload) [the page] (with|using|via|by pressing) f5',
			'(load|open) the page (again|anew|afresh|a second time|once more)',
			'(refresh|reload) page',
			'refresh',
		],
		'reload the page',
	),
	...when(
		'action',
		[
			'wait [for] (about|around|approximately|at least|roughly|some|a good|another|at most|up to|up to a maximum of) {count} (more|further) (seconds|second|secs|sec|s)',
			'wait [for] (about|around|approximately|at least|roughly|some|a good|another|at most|up to) {count} (seconds|second|secs|sec|s)',
			'wait [for] {count} (more|further|whole|full) (seconds|second|secs|sec|s)',
			'(allow|let) {count} (seconds|second|secs|sec|s) [to pass|pass|go by|elapse]',
			'(count to|stay|stay here for|stop for|linger for|rest for|idle for|wait here for) {count} (seconds|second|secs|sec|s)',
			'(give|allow) (it|the page|them|the app|the site|the system|the application) {count} (seconds|second|secs|sec|s) [time]',
		],
		'wait {count} seconds',
		holding({count: isNumber}),
	),
	...when(
		'action',
		[
			'(wait|hold on|hang on|pause) (for|until|till) {thing} (to be closed|to disappear|to go away|to vanish|to be gone|to be hidden|to stop|to finish|to close|to clear|disappears|is gone|has gone|has disappeared|has vanished|vanishes|goes away|is no longer visible|is no longer shown|is no longer there|is not visible|is not visible any more|is not visible anymore|is hidden|has stopped|has finished)',
			'(wait|hold on|hang on) (until|till) there is no {thing} [any more|anymore|left]',
			'(wait|hold on|hang on) (until|till) no {thing} is (visible|shown|displayed) [any more|anymore]',
		],
		'wait until {thing} disappears',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			`wait (for|until) [the] ${suggestions} [list|dropdown|box] [to] [appear|appears|show|show up|open|opens|load|come up|pop up|are shown|are displayed|are visible|is shown|is open]`,
		],
		'wait until an option is visible',
	),
	...when(
		'action',
		[
			`(confirm|accept|acknowledge|approve|ok) (the|this|that) ${box} [with|by clicking|by pressing] [ok|yes|okay]`,
			`(say|answer|reply|click|press|choose|select|hit|tap) ${ok} (to|in|on|at|for) (the|this|that) ${box}`,
			`answer (the|this|that) ${box} with ${ok}`,
			`agree to (the|this|that) ${box}`,
			`(in|on) (the|this|that) ${box} [,] (click|press|choose|hit|select|tap) ok`,
		],
		'accept the confirmation',
	),
	...when(
		'action',
		[
			`(dismiss|cancel|decline|reject|deny|refuse) (the|this|that) ${box}`,
			`(say|answer|reply|click|press|choose|select|hit|tap) ${no} (to|in|on|at|for) (the|this|that) ${box}`,
			`answer (the|this|that) ${box} with ${no}`,
		],
		'dismiss the confirmation',
	),
	...when(
		'action',
		[
			`(switch|go|change|move|turn|continue|carry on|go on|proceed|work|look|keep going) [over] (to|in|at|on|with) the (new|newly opened|just opened|freshly opened|other|second|latest|last opened) ${tab}`,
			`(activate|focus|select|use|enter) the (new|newly opened|other|second) ${tab}`,
			`bring the (new|other|second) ${tab} to the (front|foreground)`,
			`(switch|go|change|move) [over] to the ${tab} (that|which) [has|was|is] [just] (opened|been opened|appeared|come up)`,
		],
		'switch to the new tab',
	),
	...when(
		'action',
		[
			`close (the|this) ${tab} (that|which) [has|was|is] [just] (opened|been opened|appeared)`,
			`close (the|this) [current|new|newly opened|second|other] ${tab} [again]`,
		],
		'close the tab',
	),
	...when(
		'action',
		[`(go|switch|return|change|move|come|get) [back] to the (first|original|previous|main|old|initial) ${tab} [again]`],
		'switch to the first tab',
	),
	...when(
		'action',
		[
			"(clear|delete|remove|erase|wipe|get rid of|drop|empty) [all] [the] [browser|browser's|site's|site] cookies [of the site|of this site|of the page|from the browser|in the browser|of the browser|for this site|for the site]",
		],
		'clear the cookies',
	),
	...when(
		'action',
		[
			"(set|change|resize|make|adjust|switch|shrink|enlarge|bring|put|use|open) [the|a|your] [browser|browser's] (window|viewport|screen|size|browser|window size|viewport size|screen size|resolution|browser size) [of|to|at|size to|with] {width} (x|×|by|*) {height} [pixels|px]",
			'(set|change|resize|adjust) the size of the [browser] window to {width} (x|×|by) {height} [pixels|px]',
			'(resize|shrink) to {width} (x|×|by) {height} [pixels|px]',
			'(make|set|resize) the [browser] window [to] {width} [pixels|px] wide and {height} [pixels|px] (high|tall)',
			'[browser] (window|viewport|screen) [size] [:] {width} (x|×|by) {height} [pixels|px]',
			'(set|change|resize|make|use|shrink|switch|open) [the|a] [browser] (window|viewport|screen|browser) [size] [of|to|at|to a window of] {width} (x|×|by) {height} [pixels|px]',
		],
		'set the window to {width} x {height}',
		size,
	),
	...when(
		'action',
		[
			'(store|keep|save|remember|note|record|capture|put|copy|take|read|write|jot|get) {thing} [down|off] (as|in|into|to|under) [the|a] [variable] [under the name|called|named|with the name] {name} [for later|for later use|for the next step]',
			'(read off|keep hold of|take down|make a note of|take a note of|take note of|make note of|jot down|write down|note down|memorise|memorize|keep a note of|keep track of|hold on to) {thing} (as|in|into|under) {name}',
			'store the value of {thing} (as|in) {name}',
			'(memorise|memorize) {thing} as {name}',
		],
		'remember {thing} as {name}',
		match => kept(match) && plain(match) && !/^(?:down|off|note|hold|track|a)$/.test(match['thing']![0]!.lower),
	),
	...when(
		'action',
		[
			'(remember|memorise|memorize|note|store|keep|record) {thing} [down] [for later|for later use|for the next step|for a later step|in mind|for the steps below]',
			// What is saved and no more is saved by the page.
			'save {thing} [down] (for later|for later use|for the next step|for a later step|in mind|for the steps below)',
			'(note down|write down|jot down|take down|make a note of|take a note of|take note of|keep a note of|keep track of|make note of|keep hold of) {thing} [for later|for later use]',
			'(write|note|jot|take) {thing} down',
			"(we're going to|we are going to|we will|we'll|i will|i'll|you will|you'll) need {thing} later [on] [,] [so] (jot it down|write it down|note it down|note it|remember it|keep it|save it)",
			'copy {thing} for later [use]',
		],
		'remember {thing} as {NAME}',
		match =>
			holding({
				thing: tokens =>
					tokens.length >= 2 &&
					tokens.length <= 8 &&
					/^(?:the|this|its|our|your)$/.test(tokens[0]!.lower) &&
					tokens.every(({kind}) => kind === 'word'),
			})(match) &&
			!match['thing']!.some(({lower}) =>
				/^(?:as|for|in mind|later|form|changes?|file|document|settings?)$/.test(lower),
			),
	),
	...when(
		'action',
		[
			'(start|trigger|begin) the download (of|for) {thing}',
			'(get|have) {thing} downloaded',
			'(download|save) {thing} (to|on|onto) [the|your|my] (disk|computer|disc|hard disk|machine|drive|device|downloads folder)',
			'download {thing} file',
		],
		'download {thing}',
		holding({thing: isThing}),
	),
	...when(
		'action',
		[
			'(do|make|run|perform|start|carry out|launch) a search (for|on|with) [the] [term|word|text|keyword|phrase] {value}',
			'search (using|by|with) [the] [term|keyword|word|text|phrase|name] {value}',
			'search [for] the (term|word|text|keyword|phrase|name|string) {value}',
			'use [the] search [box|field|bar|function|input] to (find|look for|search for|look up|get) {value}',
			'(find|look up|look for) {value} (using|via|with|through|by|in|by using) [the] [site|shop|page|product|global|main] search [box|field|bar|function|input]',
			'(query|query for|look up) {value}',
			'search the [whole|entire] (site|page|list|table|website|shop) for {value}',
		],
		'search for {value}',
		holding({value: isDatum}),
	),
];

/** Only asked when a sentence is in no form as it stands. */
export const laterBrowsing: Rewording[] = [
	...when(
		'action',
		[
			`(go|navigate|head|move|get|switch|change|proceed) [over] to {page} (in|via|through|with|from|using|by|by way of) ${menu}`,
			`(open|choose|select|pick|visit|click) {page} (in|via|through|with|from|using|by way of) ${menu}`,
			`(use|take) ${menu} to (go to|open|get to|reach|visit|navigate to|choose|select) {page}`,
			`(using|via|through|with|by) ${menu} [,] (go to|open|choose|select|pick|visit|get to|navigate to|click) {page}`,
			`(from|in) ${menu} [,] (go to|get to|navigate to|visit) {page}`,
			`(have a look at|look at) {page} (via|through|from|using|in) ${menu}`,
			`(go|navigate) into {page}`,
		],
		'go to {page}',
		holding({page: tokens => isName(tokens) && !/^(?:menu)$/.test(tokens.at(-1)!.lower)}),
	),
	...when(
		'action',
		[
			'(wait|hold on|hang on|pause|stay) (for|until|till) [the] [text|message|notification|toast|banner|heading|note|words|notice] {text} (to appear|to show up|to show|to come up|to pop up|to be shown|to be visible|to be displayed|appears|shows up|comes up|pops up|is shown|is visible|is displayed|can be seen|has appeared|is there|is on the page|is on screen|is on the screen|becomes visible|is present|turns up|shows)',
			'(wait|hold on|hang on|pause) (until|till) (the page|it|the screen|the app|the site) (shows|says|displays|reads|contains) {text}',
			'(wait|hold on|hang on|pause) (until|till) (you|i|we|one|the user) [can] (see|sees|get|read) {text}',
			'(wait|hold on|hang on|pause) (until|till) there is {text}',
			'give it [some] time (until|till) {text} (appears|is shown|shows up)',
			'wait for [the] (text|message|notification|toast|banner|notice) {text}',
		],
		'wait until {text} appears',
		holding({text: isQuoted}),
	),
];
