/** Every sound of the table, made of oscillators and filtered noise. Silent until the first gesture, and where muted. */
import { settings } from "../storage/settings.svelte";

let context: AudioContext | undefined;

interface Tone {
  type?: OscillatorType;
  volume?: number;
  /** Where the pitch glides to. */
  to?: number;
}

function tone(
  pitch: number,
  after: number,
  length: number,
  { type = "sine", volume = 0.2, to = pitch }: Tone = {},
): void {
  const audio = context!;
  const start = audio.currentTime + after;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = type;
  source.frequency.setValueAtTime(pitch, start);
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0008, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

interface Noise {
  type?: BiquadFilterType;
  volume?: number;
  to?: number;
  q?: number;
}

function noise(
  pitch: number,
  after: number,
  length: number,
  { type = "bandpass", volume = 0.2, to = pitch, q = 1 }: Noise = {},
): void {
  const audio = context!;
  const start = audio.currentTime + after;
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = (Math.random() * 2 - 1) * (1 - n / data.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = samples;
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(pitch, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + length);
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}

const RISING = [523, 659, 784, 1047, 1319, 1568];
const PENTATONIC = [523, 587, 659, 784, 880, 1047];
const CHORDS = [
  [392, 523, 659],
  [440, 587, 698],
  [523, 659, 784, 1047],
];

const SOUNDS = {
  lift: () => {
    noise(3200, 0, 0.03, { volume: 0.1 });
    tone(520, 0, 0.05, { volume: 0.05, to: 640 });
  },
  place: () => {
    noise(1500, 0, 0.045, { volume: 0.5, q: 0.8 });
    tone(190, 0, 0.09, { type: "triangle", volume: 0.35, to: 120 });
    tone(940, 0, 0.03, { volume: 0.06 });
  },
  back: () => noise(900, 0, 0.16, { to: 2600, volume: 0.12, q: 0.7 }),
  refused: () => {
    tone(150, 0, 0.08, { type: "triangle" });
    tone(140, 0.09, 0.1, { type: "triangle", volume: 0.18 });
  },
  /** A step up for each line. */
  score: (lines = 1) => {
    for (let n = 0; n < lines + 2; n++) tone(PENTATONIC[n % 6]!, n * 0.07, 0.22, { type: "triangle", volume: 0.1 });
  },
  draw: () => {
    noise(700, 0, 0.14, { to: 1600, volume: 0.18, q: 0.6 });
    noise(1500, 0.12, 0.04, { volume: 0.25 });
  },
  turn: () => {
    tone(660, 0, 0.5, { volume: 0.1 });
    tone(990, 0.09, 0.6, { volume: 0.07 });
  },
  /** Somebody else's tile. */
  rival: () => {
    noise(1100, 0, 0.05, { volume: 0.3 });
    tone(160, 0, 0.1, { type: "triangle", to: 110 });
  },
  tick: () => tone(1250, 0, 0.03, { type: "square", volume: 0.07 }),
  /** Six rising tones; two Qwirkles at once rise in thirds. */
  qwirkle: (count = 1) => {
    RISING.forEach((pitch, n) => {
      tone(pitch, n * 0.075, 0.7, { type: "triangle", volume: 0.12 });
      tone(pitch * 2.01, n * 0.075, 0.35, { volume: 0.03 });
      if (count > 1) tone(pitch * 1.26, n * 0.075 + 0.04, 0.7, { type: "triangle", volume: 0.08 });
    });
    noise(6500, 0.45, 0.6, { type: "highpass", volume: 0.05, q: 0.4 });
  },
  win: () =>
    CHORDS.forEach((chord, n) =>
      chord.forEach((pitch) => tone(pitch, n * 0.22, n === 2 ? 1.4 : 0.3, { type: "triangle", volume: 0.08 })),
    ),
} satisfies Record<string, (count?: number) => void>;

export type Sound = keyof typeof SOUNDS;

/**
 * Browsers let a page sound only after a gesture: from then on there is a context. A call or a locked screen silences it, and
 * the next gesture brings it back. A finger counts when it is lifted, a mouse when it is pressed.
 */
export function allowSound(): void {
  const wake = (): void => {
    context ??= typeof AudioContext === "undefined" ? undefined : new AudioContext();
    if (context && context.state !== "running") void context.resume().catch(() => undefined);
  };
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, wake, { capture: true });
}

export function play(sound: Sound, count?: number): void {
  if (!settings.sounds || !context || document.hidden) return;
  SOUNDS[sound](count as number);
}

const PULSES = {
  lift: [8],
  place: [14],
  play: [20],
  refused: [10, 30, 10],
  qwirkle: [20, 40, 20, 40, 60],
  double: [20, 40, 20, 40, 60, 60, 20, 40, 90],
} as const;

/** A short shake of the device in the hand. */
export function buzz(pulse: keyof typeof PULSES): void {
  if (settings.vibration) navigator.vibrate?.([...PULSES[pulse]]);
}
